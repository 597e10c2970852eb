import { type Static, Type } from 'typebox'
import { ApplicationCommand } from './application-command.ts'
import { AutoModerationRule } from './auto-moderation.ts'
import { Thread } from './channel.ts'
import { PartialIntegration } from './integration.ts'
import { ScheduledEvent } from './scheduled-event.ts'
import { User } from './user.ts'
import { Webhook } from './webhook.ts'
import { Id, Int, mapOf, maybe, nullable, Text } from './wire.ts'

export const AuditLogChange = Type.Object(
  { key: Text, new_value: maybe(Type.Unknown()), old_value: maybe(Type.Unknown()) },
  { title: 'AuditLogChange' },
)
export type AuditLogChangeObject = Static<typeof AuditLogChange>

export const AuditLogEntry = Type.Object(
  {
    id: Id,
    target_id: nullable(Text),
    user_id: nullable(Id),
    action_type: Int,
    changes: maybe(Type.Array(AuditLogChange)),
    /** All values are strings, counts too. */
    options: maybe(mapOf(Text)),
    reason: maybe(Text),
  },
  { title: 'AuditLogEntry' },
)
export type AuditLogEntryObject = Static<typeof AuditLogEntry>

export const AuditLog = Type.Object(
  {
    audit_log_entries: Type.Array(AuditLogEntry),
    users: Type.Array(User),
    integrations: Type.Array(PartialIntegration),
    webhooks: Type.Array(Webhook),
    guild_scheduled_events: Type.Array(ScheduledEvent),
    threads: Type.Array(Thread),
    application_commands: Type.Array(ApplicationCommand),
    auto_moderation_rules: Type.Array(AutoModerationRule),
  },
  { title: 'AuditLog' },
)
export type AuditLogObject = Static<typeof AuditLog>
