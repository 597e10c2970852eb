import type { Snowflake } from '@guildhall/protocol'
import type { Work } from '../../../../kernel/work.ts'
import { deleteCrossposts, insertCrosspost } from '../crosspost-store.ts'
import type { StoredMessage } from '../model.ts'

/** Stores which message a copy was made from. No client receives it, only jobs that update copies read it. */
export async function saveCrosspost(work: Work, copy: StoredMessage, sourceId: Snowflake): Promise<void> {
  await insertCrosspost(work, { copy_id: copy.id, channel_id: copy.channel_id, source_id: sourceId })
}

/** Deletes the references of copies to a deleted source. */
export async function forgetCrossposts(work: Work, copyIds: readonly Snowflake[]): Promise<void> {
  await deleteCrossposts(work, copyIds)
}
