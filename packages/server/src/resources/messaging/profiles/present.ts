import type { UserProfileObject } from '@guildhall/protocol'
import type { Application, Member } from '../../../kernel/model.ts'
import { presentApplicationBrief } from '../../accounts/applications/present.ts'
import { presentUser } from '../../accounts/users/present.ts'
import { presentMember } from '../../guild/members/present.ts'
import type { Profile } from './model.ts'

/** Returns the profile object. Lists of common guilds and friends are in it only if the client asks for them. */
export function presentProfile(
  profile: Profile,
  lists: { mutualGuilds: boolean; mutualFriends: boolean; mutualFriendsCount: boolean },
): UserProfileObject {
  const { user, isReduced, member, application, mutualFriends } = profile
  const bio = isReduced ? '' : user.bio
  return {
    user: { ...presentUser(user), bio },
    user_profile: { ...NO_PROFILE, bio, accent_color: user.accent_color, banner: user.banner },
    badges: [],
    guild_badges: [],
    connected_accounts: profile.connections.map(({ type, id, name, verified }) => ({ type, id, name, verified })),
    premium_type: user.premium_type === 0 ? null : user.premium_type,
    premium_since: null,
    premium_guild_since: null,
    legacy_username: null,
    ...(lists.mutualGuilds && {
      mutual_guilds: profile.mutualGuilds.map(({ guild_id, nick }) => ({ id: guild_id.toString(), nick })),
    }),
    ...(lists.mutualFriends && { mutual_friends: mutualFriends.map(presentUser) }),
    ...(lists.mutualFriendsCount && { mutual_friends_count: mutualFriends.length }),
    ...(member && { guild_member: presentMember(member, user), guild_member_profile: inGuild(member, isReduced) }),
    ...(application && { application: { ...presentApplicationBrief(application), ...describe(application) } }),
  }
}

const NO_PROFILE = { pronouns: '', theme_colors: null }

function inGuild({ guild_id, bio, banner }: Member, isReduced: boolean) {
  const text = isReduced ? '' : (bio ?? '')
  return { ...NO_PROFILE, guild_id: guild_id.toString(), bio: text, accent_color: null, banner }
}

function describe({ description }: Application) {
  return { verified: false, description }
}
