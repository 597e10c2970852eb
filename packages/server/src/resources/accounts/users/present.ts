import {
  type CurrentUserObject,
  DEFAULT_LOCALE,
  FriendSource,
  type Instant,
  type Snowflake,
  UserFlag,
  type UserObject,
  type UserSettingsObject,
  wireTime,
} from '@guildhall/protocol'
import type { Caller } from '../../../kernel/caller.ts'
import type { User } from '../../../kernel/model.ts'
import { clientNames } from './client-names.ts'
import { DELETED_DISCRIMINATOR, DELETED_NAME, sessionIdHash } from './model.ts'
import type { ClientSettings } from './settings-model.ts'

/** Returns the public user object. */
export function presentUser(user: User): UserObject {
  const flags = user.public_flags | (user.provisional_for === null ? 0 : UserFlag.PROVISIONAL_ACCOUNT)
  const object: UserObject = {
    id: user.id.toString(),
    username: user.username,
    discriminator: user.discriminator,
    global_name: user.global_name,
    avatar: user.avatar,
    public_flags: flags,
    flags,
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

/** Returns the author of messages that a deleted account left. */
export function presentDeletedUser(id: Snowflake): UserObject {
  return {
    id: id.toString(),
    username: DELETED_NAME,
    discriminator: DELETED_DISCRIMINATOR,
    global_name: null,
    avatar: null,
    public_flags: 0,
    flags: 0,
    primary_guild: null,
  }
}

/** Parts of the user object that not every caller sees. */
interface Shown {
  readonly email: boolean
  readonly premium: boolean
  /** Parts that only the person sees. */
  readonly own?: boolean
}

/** Returns the user object for the user and their applications. Without `premium`, `premium_type` is 0. [USR-1] */
export function presentSelf(user: User, options: Shown): CurrentUserObject {
  return {
    ...presentUser(user),
    bio: user.bio,
    mfa_enabled: user.mfa_enabled,
    ...(options.own ? { authenticator_types: [...user.authenticator_types] } : {}),
    locale: user.locale ?? DEFAULT_LOCALE,
    premium_type: options.premium ? user.premium_type : 0,
    verified: user.verified,
    ...(options.email ? { email: user.email } : {}),
  }
}

/**
 * Returns the user object for a caller: people see their own email address and plan, games those that a scope names.
 * [USR-1]
 */
export function presentSelfFor({ kind, user, scopes, application }: Omit<Caller, 'userId' | 'tokenHash'>) {
  const isPerson = kind === 'person'
  const premium = scopes.has('identify.premium') && application?.premium_approved === true
  return presentSelf(user, { email: isPerson || scopes.has('email'), premium: isPerson || premium, own: isPerson })
}

/** Returns the session object of Get Auth Sessions. */
export function presentSession(session: {
  hash: string
  created_at: Instant
  used_at: Instant | null
  ip: string | null
  user_agent: string | null
}) {
  return {
    id_hash: sessionIdHash(session.hash),
    approx_last_used_time: wireTime(session.used_at ?? session.created_at),
    client_info: { ...clientNames(session.user_agent), location: session.ip },
  }
}

/** Returns the settings of a person. */
export function presentSettings(
  { friend_sources, profile_visibility, locale }: User,
  { guild_positions, collapsed_categories, ...client }: ClientSettings,
): UserSettingsObject {
  const has = (bit: number) => (friend_sources & bit) !== 0
  return {
    friend_source_flags: {
      all: has(FriendSource.NO_RELATION),
      mutual_friends: has(FriendSource.MUTUAL_FRIENDS),
      mutual_guilds: has(FriendSource.MUTUAL_GUILDS),
    },
    profile_visibility,
    locale,
    ...client,
    guild_positions: guild_positions.map(String),
    collapsed_categories: collapsed_categories.map(String),
  }
}
