import { type Snowflake, snowflakeTime } from '@guildhall/protocol'
import type { Work } from '../../kernel/work.ts'
import { findChannel } from '../channels/index.ts'
import { armArchive, setArchived } from './thread.ts'

/** A thread's time has come: archived, unless somebody wrote meanwhile. */
export async function archiveThread(work: Work, payload: { id: Snowflake }): Promise<void> {
  const thread = await findChannel(work, payload.id)
  const metadata = thread?.thread_metadata
  if (!thread || !metadata || metadata.archived || thread.guild_id === null) return
  await work.view(thread.guild_id)
  const last = Math.max(
    thread.last_message_id === null ? 0 : snowflakeTime(thread.last_message_id),
    metadata.archive_timestamp,
  )
  if (last + metadata.auto_archive_duration * 60_000 > work.now) await armArchive(work, thread, last)
  else await setArchived(work, thread, true)
}
