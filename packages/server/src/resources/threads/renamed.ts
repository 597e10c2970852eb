import { MessageType } from '@guildhall/protocol'
import type { Caller } from '../../kernel/caller.ts'
import type { GuildView } from '../../kernel/guild-view.ts'
import type { Channel } from '../../kernel/model.ts'
import type { Work } from '../../kernel/work.ts'
import { postMessage } from '../messages/index.ts'

/** A thread with a new name says so itself. */
export async function threadRenamed(work: Work, view: GuildView, thread: Channel, by: Caller): Promise<void> {
  const type = MessageType.CHANNEL_NAME_CHANGE
  await postMessage(work, { channel: thread, view }, { author: by.user, type, content: thread.name ?? '' })
}
