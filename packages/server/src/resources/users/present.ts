import type { User } from '../../kernel/model.ts'

/** A user as everybody sees it. */
export function presentUser(user: User): Record<string, unknown> {
  const wire: Record<string, unknown> = {
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
  if (user.bot) wire.bot = true
  return wire
}

/** The current user: what only they and their applications see. `premium` tells whether the level may be shown. [USR-1] */
export function presentSelf(user: User, options: { email: boolean; premium: boolean }): Record<string, unknown> {
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
