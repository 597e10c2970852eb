import type { Work } from '../../../../kernel/work.ts'
import { settingsOf } from '../../../accounts/instance-settings/index.ts'
import { listRetentions } from '../../../guild/guilds/index.ts'
import { filesRetention, messagesRetention } from '../jobs.ts'

/** Has the messages and files looked at that may be older than they are kept. */
export async function scheduleRetention(work: Work): Promise<void> {
  const settings = await settingsOf(work)
  const isKept = settings.retention_messages_days === null && (await listRetentions(work)).size === 0
  if (!isKept) await work.schedule(messagesRetention, 'all', work.now, { after: 0n })
  if (settings.retention_files_days !== null) await work.schedule(filesRetention, 'all', work.now, { after: 0n })
}
