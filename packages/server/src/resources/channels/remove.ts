import type { Snowflake } from '@guildhall/protocol'
import type { Work } from '../../kernel/work.ts'
import { removeFilesOfChannel } from '../files/index.ts'
import { removeWhole } from './store.ts'

/** Removes a channel or thread with its messages, invites, webhooks, thread members and files. */
export async function removeWholeChannel(work: Work, id: Snowflake): Promise<void> {
  await removeFilesOfChannel(work, id)
  await removeWhole(work, id)
}
