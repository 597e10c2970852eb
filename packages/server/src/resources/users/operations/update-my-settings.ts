import { UserSettingsObject } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { Int, Optional, OptionalNullable, Type } from '../../../validation/schema.ts'
import { saveSettings } from '../actions/settings.ts'
import { presentSettings } from '../present.ts'
import { friendSources } from '../rules.ts'
import * as store from '../store.ts'

/**
 * Modify User Settings: who may send friend requests, and who sees the custom status. Other settings of people's
 * clients are accepted and ignored.
 */
export const updateMySettings = operation({
  id: 'update_my_settings',
  method: 'PATCH',
  path: '/users/@me/settings',
  callers: ['person'],
  unlisted: true,
  body: Type.Object({
    friend_source_flags: OptionalNullable(
      Type.Object({
        all: Optional(Type.Boolean()),
        mutual_friends: Optional(Type.Boolean()),
        mutual_guilds: Optional(Type.Boolean()),
      }),
    ),
    profile_visibility: Optional(Int(0, 3)),
  }),
  responses: { 200: UserSettingsObject },
  limit: { limit: 20, windowMs: 60_000 },

  async run({ caller, body, work }) {
    const before = (await store.findUser(work, caller.userId)) ?? caller.user
    const user = { ...before }
    if (body.friend_source_flags !== undefined) user.friend_sources = friendSources(body.friend_source_flags ?? {})
    if (body.profile_visibility !== undefined) user.profile_visibility = body.profile_visibility
    await saveSettings(work, before, user)
    return presentSettings(user)
  },
})
