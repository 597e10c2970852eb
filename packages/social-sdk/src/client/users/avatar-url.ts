import { UserAvatarType } from '../../enums/index.ts'

/** Number of default pictures. */
const DEFAULT_AVATARS = 6n
/** Begins the hash of an animated picture. */
const ANIMATED_PREFIX = 'a_'

const EXTENSIONS: Readonly<Record<number, string>> = {
  [UserAvatarType.Gif]: 'gif',
  [UserAvatarType.Webp]: 'webp',
  [UserAvatarType.Png]: 'png',
  [UserAvatarType.Jpeg]: 'jpg',
}

/** Formats of a picture: one for animated pictures, one for others. */
export interface AvatarFormats {
  readonly animated: UserAvatarType
  readonly still: UserAvatarType
}

/**
 * Returns the address of a user's picture, or of a default one. A format that does not exist becomes PNG, and so
 * does GIF for a picture that is not animated.
 */
export function avatarUrl(webBase: string, id: bigint, avatar: string | null, formats: AvatarFormats): string {
  if (avatar === null) return `${webBase}/cdn/embed/avatars/${(id >> 22n) % DEFAULT_AVATARS}.png`
  const isAnimated = avatar.startsWith(ANIMATED_PREFIX)
  const format = isAnimated ? formats.animated : formats.still
  const isImpossible = format === UserAvatarType.Gif && !isAnimated
  return `${webBase}/cdn/avatars/${id}/${avatar}.${isImpossible ? 'png' : (EXTENSIONS[format] ?? 'png')}`
}
