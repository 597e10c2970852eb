import { allow, type Instant, refuse, type Snowflake, type Verdict } from '@guildhall/protocol'
import { REASONS, REPORTS_PER_HOUR, type ReportKind, type ReportState, type StoredReport } from './model.ts'

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

/** Decisions of operators about reports. */
export const RESOLUTIONS = ['dismiss', 'remove', 'suspend'] as const
export type Resolution = (typeof RESOLUTIONS)[number]

/** State of a report after each decision. */
export const STATE_AFTER: Readonly<Record<Resolution, Exclude<ReportState, 'open'>>> = {
  dismiss: 'dismissed',
  remove: 'removed',
  suspend: 'suspended',
}

/** Whether a person may report somebody: not themselves. */
export function mayReportAuthor(reporterId: Snowflake, authorId: Snowflake | null): Verdict {
  return reporterId === authorId ? refuse('INVALID_FORM_BODY', 'Nobody reports themselves.') : allow
}

/** Whether things of this kind are reported for a reason. */
export function isReasonFor(kind: ReportKind, reason: number): boolean {
  return REASONS[kind].some((entry) => entry.reason === reason)
}

/** Whether a person may send one more report. @param recent reports of the last hour */
export function mayReportNow(recent: number): Verdict {
  return recent < REPORTS_PER_HOUR ? allow : refuse('RATE_LIMITED', 'there were too many reports')
}

/** Whether an operator may decide this about a report. */
export function mayResolve({ state, kind, user_id }: StoredReport, resolution: Resolution): Verdict {
  if (state !== 'open') return refuse('INVALID_FORM_BODY', 'This report was decided already.')
  if (resolution === 'remove' && kind !== 'message') return refuse('INVALID_FORM_BODY', 'Only messages can be removed.')
  if (resolution === 'suspend' && user_id === null)
    return refuse('INVALID_FORM_BODY', 'The report is about no person who could be suspended.')
  return allow
}

/** Returns when operators are mailed about a new report: at once, or an hour after the last mail. */
export function noticeAt(lastAt: Instant | null, now: Instant): Instant {
  return lastAt === null ? now : Math.max(now, lastAt + HOUR_MS)
}
