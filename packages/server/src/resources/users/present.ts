import type { CurrentUserObject, UserObject } from '@guildhall/protocol'
import type { User } from '../../kernel/model.ts'

/** Returns the public user object. */
export function presentUser(user: User): UserObject {
  const object: UserObject = {
    id: user.id.toString(),
    username: user.username,
    discriminator: user.discriminator,
    global_name: user.global_name,
    avatar: user.avatar,
    public_flags: user.public_flags,
    flags: user.public_flags,
    banner: user.banner,
    accent_color: user.accent_color,
    avatar_decoration_data: null,
    collectibles: null,
    display_name_styles: null,
    primary_guild: user.primary_guild,
    clan: user.primary_guild,
  }
  if (user.bot) object.bot = true
  return object
}

/** Returns the user object for the user and their applications; without `premium` the level is 0. [USR-1] */
export function presentSelf(user: User, options: { email: boolean; premium: boolean }): CurrentUserObject {
  return {
    ...presentUser(user),
    bio: user.bio,
    mfa_enabled: user.mfa_enabled,
    locale: user.locale,
    premium_type: options.premium ? user.premium_type : 0,
    verified: user.verified,
    ...(options.email ? { email: user.email } : {}),
  }
}
