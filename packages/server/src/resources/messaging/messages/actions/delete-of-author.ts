import type { Work } from '../../../../kernel/work.ts'
import type { BannedAuthor } from '../../../guild/bans/consequences.ts'
import { listMessageIdsByAuthor } from '../store.ts'
import { deleteMessages } from './save.ts'

/** Deletes the recent messages of a banned user in a guild, channel by channel. */
export async function deleteMessagesOfAuthor(work: Work, { view, userId, since }: BannedAuthor): Promise<void> {
  for (const [channelId, ids] of await listMessageIdsByAuthor(work, view.id, userId, since)) {
    const channel = view.channels.get(channelId)
    if (channel) await deleteMessages(work, { channel, view }, ids)
  }
}
