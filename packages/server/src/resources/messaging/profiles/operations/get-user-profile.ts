import { ApiError, UserProfileObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { Optional, SnowflakeId, Type } from '../../../../validation/schema.ts'
import { findUser } from '../../../accounts/users/store.ts'
import { profileFor } from '../actions/read.ts'
import { presentProfile } from '../present.ts'

/** Get User Profile: the card of a user with whom a person has something in common. */
export const getUserProfile = operation({
  id: 'get_user_profile',
  method: 'GET',
  path: '/users/:user_id/profile',
  callers: ['person'],
  unlisted: true,
  params: Type.Object({ user_id: SnowflakeId }),
  query: Type.Object({
    with_mutual_guilds: Optional(Type.Boolean()),
    with_mutual_friends: Optional(Type.Boolean()),
    with_mutual_friends_count: Optional(Type.Boolean()),
    guild_id: Optional(SnowflakeId),
  }),
  responses: { 200: UserProfileObject },

  async run({ caller, params, query, work }) {
    const user = await findUser(work, params.user_id)
    if (!user) throw new ApiError('UNKNOWN_USER')
    const profile = await profileFor(work, caller.userId, user, query.guild_id)
    return presentProfile(profile, {
      mutualGuilds: query.with_mutual_guilds ?? false,
      mutualFriends: query.with_mutual_friends ?? false,
      mutualFriendsCount: query.with_mutual_friends_count ?? false,
    })
  },
})
