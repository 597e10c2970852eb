import { IncidentsDataObject, invalidForm, Permission } from '@guildhall/protocol'
import { guildForCaller } from '../../../../access/guild.ts'
import { operation } from '../../../../kernel/operation.ts'
import { OptionalNullable, SnowflakeId, Timestamp, Type } from '../../../../validation/schema.ts'

import { saveAuditedGuild } from '../actions/edit.ts'
import { mayPause } from '../incident-rules.ts'
import { NO_INCIDENTS } from '../model.ts'
import { presentIncidents } from '../present.ts'

const FIELDS = ['invites_disabled_until', 'dms_disabled_until'] as const

/** Modify Guild Incident Actions: pauses invites or direct messages for up to 24 hours; null ends a pause. */
export const updateGuildIncidentActions = operation({
  id: 'update_guild_incident_actions',
  method: 'PUT',
  path: '/guilds/:guild_id/incident-actions',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId }),
  body: Type.Object({
    invites_disabled_until: OptionalNullable(Timestamp),
    dms_disabled_until: OptionalNullable(Timestamp),
  }),
  responses: { 200: IncidentsDataObject },

  async run({ caller, params, body, work }) {
    const { view } = await guildForCaller(work, caller, params.guild_id, Permission.MANAGE_GUILD)
    const incidents = { ...NO_INCIDENTS, ...view.guild.incidents }
    for (const field of FIELDS) {
      const until = body[field]
      if (until === undefined) continue
      if (!mayPause(until, work.now).ok)
        throw invalidForm([field], 'DATE_TOO_FAR', 'An incident action must end within 24 hours.')
      incidents[field] = until !== null && until > work.now ? until : null
    }
    await saveAuditedGuild(work, view, { ...view.guild, incidents })
    return presentIncidents(incidents)
  },
})
