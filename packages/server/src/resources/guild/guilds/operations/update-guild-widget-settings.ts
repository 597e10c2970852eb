import { demand, invalidForm, Permission, WidgetSettingsObject } from '@guildhall/protocol'
import { guildForCaller } from '../../../../access/guild.ts'
import { operation } from '../../../../kernel/operation.ts'
import { OptionalNullable, SnowflakeId, Type } from '../../../../validation/schema.ts'

import { saveAuditedGuild } from '../actions/edit.ts'
import { presentWidgetSettings } from '../present.ts'
import { mayReferTo } from '../rules.ts'

/** Modify Guild Widget: enables or disables it, and sets the channel of its invite. */
export const updateGuildWidgetSettings = operation({
  id: 'update_guild_widget_settings',
  method: 'PATCH',
  path: '/guilds/:guild_id/widget',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId }),
  body: Type.Object({
    enabled: OptionalNullable(Type.Boolean()),
    channel_id: OptionalNullable(SnowflakeId),
  }),
  responses: { 200: WidgetSettingsObject },

  async run({ caller, params, body, work }) {
    const { view } = await guildForCaller(work, caller, params.guild_id, Permission.MANAGE_GUILD)
    const changed = { ...view.guild, widget_enabled: body.enabled ?? view.guild.widget_enabled }
    if (body.channel_id !== undefined) changed.widget_channel_id = body.channel_id
    if (body.channel_id != null) {
      const channel = view.channels.get(body.channel_id)
      if (!channel) throw invalidForm(['channel_id'], 'CHANNEL_NOT_FOUND', 'Unknown channel.')
      demand(mayReferTo('widget_channel_id', channel))
    }
    await saveAuditedGuild(work, view, changed)
    return presentWidgetSettings(changed)
  },
})
