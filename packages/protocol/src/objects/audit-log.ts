import { type Static, Type } from 'typebox'
import { ApplicationCommandObject } from './application-command.ts'
import { AutoModerationRuleObject } from './auto-moderation.ts'
import { ThreadObject } from './channel.ts'
import { PartialIntegrationObject } from './integration.ts'
import { ScheduledEventObject } from './scheduled-event.ts'
import { UserObject } from './user.ts'
import { WebhookObject } from './webhook.ts'
import { Id, Int, mapOf, nullable, optional, Text } from './wire.ts'

export const AuditLogChangeObject = Type.Object(
  { key: Text, new_value: optional(Type.Unknown()), old_value: optional(Type.Unknown()) },
  { title: 'AuditLogChange' },
)
export type AuditLogChangeObject = Static<typeof AuditLogChangeObject>

export const AuditLogEntryObject = Type.Object(
  {
    id: Id,
    target_id: nullable(Text),
    user_id: nullable(Id),
    action_type: Int,
    changes: optional(Type.Array(AuditLogChangeObject)),
    /** Details of the action. All values are strings, also counts. */
    options: optional(mapOf(Text)),
    reason: optional(Text),
  },
  { title: 'AuditLogEntry' },
)
export type AuditLogEntryObject = Static<typeof AuditLogEntryObject>

export const AuditLogObject = Type.Object(
  {
    audit_log_entries: Type.Array(AuditLogEntryObject),
    users: Type.Array(UserObject),
    integrations: Type.Array(PartialIntegrationObject),
    webhooks: Type.Array(WebhookObject),
    guild_scheduled_events: Type.Array(ScheduledEventObject),
    threads: Type.Array(ThreadObject),
    application_commands: Type.Array(ApplicationCommandObject),
    auto_moderation_rules: Type.Array(AutoModerationRuleObject),
  },
  { title: 'AuditLog' },
)
export type AuditLogObject = Static<typeof AuditLogObject>
