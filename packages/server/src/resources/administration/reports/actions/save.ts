import { ApiError, type Snowflake } from '@guildhall/protocol'
import { pack } from '../../../../kernel/json.ts'
import type { Work } from '../../../../kernel/work.ts'
import { releaseFiles } from '../../../accounts/files/index.ts'
import { settingsOf } from '../../../accounts/instance-settings/index.ts'
import { reportsExpire } from '../jobs.ts'
import { type ReportTarget, type StoredReport, subjectOf } from '../model.ts'
import { DAY_MS, HOUR_MS, mayReportNow } from '../rules.ts'
import * as store from '../store.ts'
import { collectEvidence } from './collect-evidence.ts'
import type { FoundTarget } from './find-target.ts'
import { noticeNewReports } from './notice.ts'

/** Reports that a run of the job removes. */
const EXPIRED_PER_RUN = 100

/** What a person reports, and why. */
interface NewReport {
  readonly reporterId: Snowflake
  readonly target: ReportTarget
  readonly found: FoundTarget
  readonly reason: number
  readonly text: string | null
}

/**
 * Stores a report of a person, and returns the id of its entry. Reports of one thing are one entry while it is open. A
 * second report of a person changes nothing.
 *
 * @param url address of the platform, for the mail to operators
 * @throws ApiError RATE_LIMITED over ten in an hour
 */
export async function addReport(work: Work, report: NewReport, url: string): Promise<Snowflake> {
  const { reporterId, target, reason, text } = report
  const subject = subjectOf(target)
  const earlier = await work.lock(`reports of ${reporterId}`, () => store.findReportOf(work, reporterId, subject))
  if (earlier !== undefined) return earlier
  const verdict = mayReportNow(await store.countReportsOf(work, reporterId, work.now - HOUR_MS))
  if (!verdict.ok)
    throw new ApiError('RATE_LIMITED', {
      extra: { retry_after: HOUR_MS / 1000, global: false },
      reason: verdict.reason,
    })
  const open = await work.lock(`report ${subject}`, () => store.findOpenReport(work, subject))
  const id = open?.id ?? work.nextId()
  if (open) await store.updateReport(work, id, { count: open.count + 1 })
  else await insertReport(work, id, report, url)
  await store.insertReporter(work, { report_id: id, reporter_id: reporterId, subject, reason, text, at: work.now })
  return id
}

async function insertReport(work: Work, id: Snowflake, { target, found }: NewReport, url: string): Promise<void> {
  const { userId, guildId, channelId, message } = found
  const evidence = message && (await collectEvidence(work, id, message))
  await store.insertReport(work, {
    id,
    kind: target.kind,
    subject: subjectOf(target),
    state: 'open',
    count: 1,
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
  await noticeNewReports(work, url)
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
