import { LOCALES, UserSettingsObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { Int, OneOf, Optional, OptionalNullable, SnowflakeId, Type } from '../../../../validation/schema.ts'
import { saveSettings } from '../actions/save-settings.ts'
import { presentSettings } from '../present.ts'
import { friendSources } from '../rules.ts'
import { changedSettings } from '../settings-model.ts'
import { getClientSettings } from '../settings-store.ts'
import * as store from '../store.ts'

/** Bounds of the lists of ids. */
const GUILDS_MAX = 200
const CATEGORIES_MAX = 1_000

/**
 * Modify User Settings: who may send friend requests, who sees the custom status, the language, and settings that only
 * clients follow. Other settings of people's clients are accepted and ignored.
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
    locale: OptionalNullable(OneOf(...LOCALES)),
    theme: Optional(OneOf('system', 'light', 'dark')),
    message_display_compact: Optional(Type.Boolean()),
    developer_mode: Optional(Type.Boolean()),
    push_content: Optional(Type.Boolean()),
    guild_positions: Optional(Type.Array(SnowflakeId, { maxItems: GUILDS_MAX })),
    collapsed_categories: Optional(Type.Array(SnowflakeId, { maxItems: CATEGORIES_MAX })),
  }),
  responses: { 200: UserSettingsObject },
  limit: { limit: 20, windowMs: 60_000 },

  async run({ caller, body, work }) {
    const before = (await store.findUser(work, caller.userId)) ?? caller.user
    const user = { ...before }
    if (body.friend_source_flags !== undefined) user.friend_sources = friendSources(body.friend_source_flags ?? {})
    if (body.profile_visibility !== undefined) user.profile_visibility = body.profile_visibility
    if (body.locale !== undefined) user.locale = body.locale
    const settings = await getClientSettings(work, user.id)
    const after = { user, settings: changedSettings(settings, body) }
    await saveSettings(work, { user: before, settings }, after)
    return presentSettings(after.user, after.settings)
  },
})
