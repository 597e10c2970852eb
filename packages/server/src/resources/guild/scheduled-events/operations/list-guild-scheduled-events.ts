import { ScheduledEventObject } from '@guildhall/protocol'
import { guildForCaller } from '../../../../access/guild.ts'
import { operation } from '../../../../kernel/operation.ts'
import { Optional, SnowflakeId, Type } from '../../../../validation/schema.ts'
import { loadEventObjects, permissionsAt } from '../actions/load.ts'
import { maySee } from '../rules.ts'

/** List Scheduled Events for Guild: scheduled and active ones that the caller can view. */
export const listGuildScheduledEvents = operation({
  id: 'list_guild_scheduled_events',
  method: 'GET',
  path: '/guilds/:guild_id/scheduled-events',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId }),
  query: Type.Object({ with_user_count: Optional(Type.Boolean()) }),
  responses: { 200: Type.Array(ScheduledEventObject) },

  async run({ caller, params, query, work }) {
    const guild = await guildForCaller(work, caller, params.guild_id)
    const events = [...guild.view.scheduledEvents.values()].filter((event) =>
      maySee(permissionsAt(work, guild, event.channel_id), event.entity_type),
    )
    return loadEventObjects(work, events, { counts: query.with_user_count ?? false })
  },
})
