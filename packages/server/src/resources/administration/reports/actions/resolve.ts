import { ApiError, AuditLogAction, type Instant, invalidForm, type Snowflake } from '@guildhall/protocol'
import type { Work } from '../../../../kernel/work.ts'
import { logAction, type Operator } from '../../../accounts/operators/index.ts'
import { banUser } from '../../../accounts/platform-bans/index.ts'
import { audit } from '../../../guild/audit-log/index.ts'
import { deleteMessages, findMessage, heldLocationOf } from '../../../messaging/messages/index.ts'
import type { StoredReport } from '../model.ts'
import { mayResolve, type Resolution, STATE_AFTER } from '../rules.ts'
import { findReport } from '../store.ts'
import { saveDecision } from './save.ts'

/** Decision of an operator about a report. */
interface Decision {
  readonly action: Resolution
  /** End of a suspension; null for one without an end. */
  readonly until: Instant | null
  /** Age of the oldest message of the suspended person that is removed; 0 removes none. */
  readonly deleteSeconds: number
  /** For operators only. */
  readonly note: string | null
}

/** Returns an entry. @throws ApiError NOT_FOUND */
export async function getReport(work: Work, id: Snowflake): Promise<StoredReport> {
  const report = await findReport(work, id)
  if (!report) throw new ApiError('NOT_FOUND')
  return report
}

/**
 * Carries out what an operator decides about a report.
 *
 * @throws ApiError NOT_FOUND; INVALID_FORM_BODY at `action`; the errors of a suspension
 */
export async function resolveReport(work: Work, operator: Operator, id: Snowflake, decision: Decision): Promise<void> {
  const report = await work.lock(`decision ${id}`, () => getReport(work, id))
  const { action, until, deleteSeconds, note } = decision
  const verdict = mayResolve(report, action)
  if (!verdict.ok) throw invalidForm(['action'], 'REPORT_UNRESOLVABLE', verdict.reason)
  if (action === 'remove') await removeReported(work, report)
  if (action === 'suspend' && report.user_id !== null)
    await banUser(work, operator, { userId: report.user_id, until, reason: null, deleteSeconds })
  const state = STATE_AFTER[action]
  const resolved_by = operator.kind === 'person' ? operator.userId.toString() : operator.kind
  await saveDecision(work, report, { state, resolved_by, note })
  const changes = [{ key: 'state', old: report.state, new: state }]
  await logAction(work, operator, { action: 'report', target: id, changes, reason: note })
}

/** Deletes the reported message for everybody, unless it is deleted already. The audit log names no user. */
async function removeReported(
  work: Work,
  { guild_id: guildId, channel_id: channelId, message_id: messageId }: StoredReport,
): Promise<void> {
  if (channelId === null || messageId === null) return
  const location = await heldLocationOf(work, channelId)
  const message = location && (await findMessage(work, channelId, messageId))
  if (!message) return
  await deleteMessages(work, location, [messageId])
  if (guildId === null) return
  const options = { channel_id: channelId.toString(), count: '1' }
  const { MESSAGE_DELETE } = AuditLogAction
  await audit(work, { guildId, action: MESSAGE_DELETE, targetId: message.author_id, options, byPlatform: true })
}
