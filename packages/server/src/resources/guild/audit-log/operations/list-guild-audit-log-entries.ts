import { AUDIT_PAGE_MAX, AuditLogObject, Permission } from '@guildhall/protocol'
import { guildForCaller } from '../../../../access/guild.ts'
import { operation } from '../../../../kernel/operation.ts'
import { Int, Optional, SnowflakeId, Type } from '../../../../validation/schema.ts'
import { listUsers, presentUser } from '../../../accounts/users/index.ts'
import { loadRules, presentRule } from '../../auto-moderation/index.ts'
import { listCommandsById, presentCommand } from '../../commands/index.ts'
import { listScheduledEventsById, presentScheduledEvent } from '../../scheduled-events/index.ts'
import { presentAuditLogEntry } from '../present.ts'
import * as store from '../store.ts'

const PAGE_DEFAULT = 50

/** Get Guild Audit Log, newest first, with `after` oldest first. Includes the objects that entries refer to. */
export const listGuildAuditLogEntries = operation({
  id: 'list_guild_audit_log_entries',
  method: 'GET',
  path: '/guilds/:guild_id/audit-logs',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId }),
  query: Type.Object({
    user_id: Optional(SnowflakeId),
    target_id: Optional(SnowflakeId),
    action_type: Optional(Int(0, 1000)),
    before: Optional(SnowflakeId),
    after: Optional(SnowflakeId),
    limit: Optional(Int(1, AUDIT_PAGE_MAX)),
  }),
  responses: { 200: AuditLogObject },

  async run({ caller, params, query, work }) {
    const { view } = await guildForCaller(work, caller, params.guild_id, Permission.VIEW_AUDIT_LOG)
    const entries = await store.listAuditLogEntries(work, view.id, query, query.limit ?? PAGE_DEFAULT)
    const referenced = entries.flatMap(({ user_id, target_id }) => [
      user_id ?? 0n,
      /^\d+$/.test(target_id ?? '') ? BigInt(target_id ?? 0) : 0n,
    ])
    const users = await listUsers(work, referenced)
    const events = await listScheduledEventsById(work, view.id, referenced)
    const rules = new Map([...(await loadRules(work, view))].map(([id, rule]) => [id.toString(), presentRule(rule)]))
    return {
      audit_log_entries: entries.map(presentAuditLogEntry),
      users: [...users.values()].map(presentUser),
      application_commands: (await listCommandsById(work, referenced)).map(presentCommand),
      auto_moderation_rules: [...new Set(entries.map(({ target_id }) => target_id ?? ''))].flatMap(
        (id) => rules.get(id) ?? [],
      ),
      guild_scheduled_events: events.map((event) => presentScheduledEvent(event)),
      integrations: [],
      threads: [],
      webhooks: [],
    }
  },
})
