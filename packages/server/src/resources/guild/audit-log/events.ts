import { Intent, Permission } from '@guildhall/protocol'
import { eventType } from '../../../kernel/event.ts'
import type { StoredAuditLogEntry } from './model.ts'
import { presentAuditLogEntry } from './present.ts'

/** An entry was added to the audit log; for viewers with VIEW_AUDIT_LOG. */
export const guildAuditLogEntryCreate = eventType<StoredAuditLogEntry>({
  key: 'audit-log-entry.created',
  name: 'GUILD_AUDIT_LOG_ENTRY_CREATE',
  intents: () => Intent.GUILD_MODERATION,
  visibleTo: (viewer) => viewer.mayInGuild(Permission.VIEW_AUDIT_LOG),
  present: (entry) => ({ ...presentAuditLogEntry(entry), guild_id: entry.guild_id.toString() }),
})
