import type { Work } from '../../../../kernel/work.ts'
import { offersMail, settingsOf } from '../../../accounts/instance-settings/index.ts'
import { letters, queueMail } from '../../../accounts/mails/index.ts'
import { listOperatorIds } from '../../../accounts/operators/index.ts'
import { listUsers } from '../../../accounts/users/index.ts'
import { reportsNoticeDue } from '../jobs.ts'
import { noticeAt } from '../rules.ts'
import * as store from '../store.ts'
import { saveNotice } from './save.ts'

/** Mails operators about a new report: at once, or by a job if they got such a mail in the last hour. */
export async function noticeNewReports(work: Work, url: string): Promise<void> {
  const at = noticeAt(await work.lock('reports notice', () => store.lastNoticeAt(work)), work.now)
  if (at > work.now) return work.schedule(reportsNoticeDue, 'new', at, { url })
  await mailOperators(work, { count: 1, url })
}

/** Mails operators about the reports that came since the last mail and are still open. */
export async function mailNewReports(work: Work, { url }: { readonly url: string }): Promise<void> {
  const lastAt = await work.lock('reports notice', () => store.lastNoticeAt(work))
  const at = noticeAt(lastAt, work.now)
  if (at > work.now) return work.schedule(reportsNoticeDue, 'new', at, { url })
  const count = await store.countReportsSince(work, lastAt ?? 0)
  if (count > 0) await mailOperators(work, { count, url })
}

async function mailOperators(work: Work, { count, url }: { count: number; url: string }): Promise<void> {
  await saveNotice(work)
  const settings = await settingsOf(work)
  if (!offersMail(work, settings)) return
  const operators = await listUsers(work, await listOperatorIds(work))
  const letter = letters.reports({ name: settings.name, url }, count)
  for (const { email, verified } of operators.values())
    if (email && verified) await queueMail(work, email, letter, { unlimited: true })
}
