import type { GuildRecord } from '@guildhall/client/records'
import { msg, t } from '../../lib/language/text.ts'

/** Pictures of a guild that a form changes. */
export type PictureName = 'icon' | 'banner' | 'splash' | 'discovery_splash'

interface Picture {
  readonly name: Exclude<PictureName, 'icon'>
  readonly label: string
  /** Address of the saved picture. */
  readonly url: string | null
  /** Feature that the guild lacks for this picture. */
  readonly missing: string | null
}

const KINDS = [
  { name: 'banner', label: msg('Banner'), folder: 'banners', feature: 'BANNER' },
  { name: 'splash', label: msg('Invite background'), folder: 'splashes', feature: 'INVITE_SPLASH' },
  {
    name: 'discovery_splash',
    label: msg('Discovery background'),
    folder: 'discovery-splashes',
    feature: 'DISCOVERABLE',
  },
] as const

/** Returns the pictures of a guild besides its icon. Each takes a feature of the guild. */
export function guildPictures(guild: GuildRecord): Picture[] {
  return KINDS.map(({ name, label, folder, feature }) => ({
    name,
    label: t(label),
    url: guild[name] ? `/cdn/${folder}/${guild.id}/${guild[name]}.webp?size=256` : null,
    missing: guild.features.includes(feature) ? null : feature,
  }))
}
