import type { Snowflake } from '@guildhall/protocol'
import type { Work } from '../../../../kernel/work.ts'
import { deleteGameMessagesOf } from '../store.ts'

/** Deletes the messages of a lobby or DM before an id. Games cannot read them any more, so nothing is emitted. */
export async function deleteMessagesBefore(work: Work, channelId: Snowflake, id: Snowflake): Promise<void> {
  await deleteGameMessagesOf(work, channelId, id)
}
