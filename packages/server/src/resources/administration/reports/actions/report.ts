import { ApiError, type Snowflake } from '@guildhall/protocol'
import type { Work } from '../../../../kernel/work.ts'
import { subjectOf } from '../model.ts'
import { HOUR_MS, mayReportNow } from '../rules.ts'
import * as store from '../store.ts'
import { collectEvidence } from './collect-evidence.ts'
import { noticeNewReports } from './notice.ts'
import { type NewReport, saveEntry, saveReporter } from './save.ts'

/**
 * Stores a report of a person, and returns the id of its entry. Reports of one thing are one entry while it is open. A
 * second report of a person changes nothing.
 *
 * @param url address of the platform, for the mail to operators
 * @throws ApiError RATE_LIMITED over ten in an hour
 */
export async function addReport(work: Work, report: NewReport, url: string): Promise<Snowflake> {
  const { reporterId, target, found } = report
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
  if (!open) {
    await saveEntry(work, id, report, found.message && (await collectEvidence(work, id, found.message)))
    await noticeNewReports(work, url)
  }
  await saveReporter(work, id, report, open?.count ?? 0)
  return id
}
