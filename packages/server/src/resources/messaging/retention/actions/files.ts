import type { Work } from '../../../../kernel/work.ts'
import { settingsOf } from '../../../accounts/instance-settings/index.ts'
import { removeOldAttachments } from '../../messages/index.ts'
import { filesRetention, type RetentionStep } from '../jobs.ts'
import { agedBelow } from '../rules.ts'
import { AGAIN_MS } from './messages.ts'

/** Messages whose attachments one transaction removes. Each is stored and sent again. */
const MESSAGES_MAX = 100

/** The job `retention-files`: removes attachments that are older than they are kept. Their messages stay. */
export async function retainFiles(work: Work, { after }: RetentionStep): Promise<void> {
  const { retention_files_days: days } = await settingsOf(work)
  if (days === null) return
  const next = await removeOldAttachments(work, { after, below: agedBelow(days, work.now) }, MESSAGES_MAX)
  const at = next === null ? work.now + AGAIN_MS : work.now
  await work.schedule(filesRetention, 'all', at, { after: next ?? 0n })
}
