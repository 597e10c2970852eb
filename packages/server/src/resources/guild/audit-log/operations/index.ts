import { listGuildAuditLogEntries } from './list-guild-audit-log-entries.ts'

export const auditLogOperations = [listGuildAuditLogEntries]
