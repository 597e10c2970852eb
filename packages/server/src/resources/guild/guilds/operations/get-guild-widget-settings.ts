import { Permission, WidgetSettingsObject } from '@guildhall/protocol'
import { guildForCaller } from '../../../../access/guild.ts'
import { operation } from '../../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../../validation/schema.ts'
import { presentWidgetSettings } from '../present.ts'

/** Get Guild Widget Settings. */
export const getGuildWidgetSettings = operation({
  id: 'get_guild_widget_settings',
  method: 'GET',
  path: '/guilds/:guild_id/widget',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId }),
  responses: { 200: WidgetSettingsObject },

  async run({ caller, params, work }) {
    const { view } = await guildForCaller(work, caller, params.guild_id, Permission.MANAGE_GUILD)
    return presentWidgetSettings(view.guild)
  },
})
