import type { Snowflake } from '@guildhall/protocol'
import { pack } from '../../../../kernel/json.ts'
import type { Work } from '../../../../kernel/work.ts'
import { releaseFiles } from '../../../accounts/files/index.ts'
import { settingsOf } from '../../../accounts/instance-settings/index.ts'
import { reportsExpire } from '../jobs.ts'
import { type Evidence, type ReportTarget, type StoredReport, subjectOf } from '../model.ts'
import { DAY_MS } from '../rules.ts'
import * as store from '../store.ts'
import type { FoundTarget } from './find-target.ts'

/** Reports that a run of the job removes. */
const EXPIRED_PER_RUN = 100

/** A report of a person, with what it is about. */
export interface NewReport {
  readonly reporterId: Snowflake
  readonly target: ReportTarget
  readonly found: FoundTarget
  readonly reason: number
  readonly text: string | null
}

/** Stores an open entry that nobody has reported yet. */
export async function saveEntry(
  work: Work,
  id: Snowflake,
  { target, found }: NewReport,
  evidence: Evidence | null,
): Promise<void> {
  const { userId, guildId, channelId, message } = found
  await store.insertReport(work, {
    id,
    kind: target.kind,
    subject: subjectOf(target),
    state: 'open',
    count: 0,
    user_id: userId,
    guild_id: guildId,
    channel_id: channelId,
    message_id: message?.id ?? null,
    evidence: evidence && pack(evidence),
    created_at: work.now,
    decided_at: null,
    resolved_by: null,
    note: null,
  })
}

/** Stores the evidence of an entry without a name. */
export function saveEvidence(work: Work, id: Snowflake, evidence: Evidence): Promise<void> {
  return store.updateEvidence(work, id, pack(evidence))
}

/** Stores the report of a person in an entry that `earlier` people have reported. */
export async function saveReporter(work: Work, id: Snowflake, report: NewReport, earlier: number): Promise<void> {
  const { reporterId, target, reason, text } = report
  await store.updateReport(work, id, { count: earlier + 1 })
  const subject = subjectOf(target)
  await store.insertReporter(work, { report_id: id, reporter_id: reporterId, subject, reason, text, at: work.now })
}

/** Stores that operators are mailed about reports now. */
export async function saveNotice(work: Work): Promise<void> {
  await store.putNoticeAt(work, work.now)
}

/** Stores what an operator decided. The report and its evidence are removed after the days of the settings. */
export async function saveDecision(
  work: Work,
  { id }: StoredReport,
  decision: Pick<StoredReport, 'state' | 'resolved_by' | 'note'>,
): Promise<void> {
  await store.updateReport(work, id, { ...decision, decided_at: work.now })
  await removeExpiredReports(work)
}

/**
 * Removes decided reports whose days are over, with their evidence and its files, and schedules the next look at them:
 * at the end of the oldest, and at least daily, because operators change the number of days.
 */
export async function removeExpiredReports(work: Work): Promise<void> {
  const { retention_reports_days: days } = await settingsOf(work)
  const decided = await store.listDecided(work, EXPIRED_PER_RUN)
  const [oldest] = decided
  if (!oldest) return
  const keptMs = days === null ? Number.POSITIVE_INFINITY : days * DAY_MS
  const ids = decided.filter(({ decidedAt }) => decidedAt + keptMs <= work.now).map(({ id }) => id)
  await store.deleteReports(work, ids)
  await releaseFiles(work, ids)
  const next = decided[ids.length]
  const nextAt =
    ids.length === EXPIRED_PER_RUN ? work.now : next && Math.min(next.decidedAt + keptMs, work.now + DAY_MS)
  if (nextAt !== undefined) await work.schedule(reportsExpire, 'decided', nextAt, null)
}
