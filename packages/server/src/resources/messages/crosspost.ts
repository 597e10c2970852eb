import { ChannelType, MessageFlag, type Snowflake } from '@guildhall/protocol'
import type { Work } from '../../kernel/work.ts'
import * as copies from './crosspost-store.ts'
import type { Message } from './message.ts'
import type { Place } from './post.ts'

/** Fields of a published message that its copies show. */
export const COPIED_FIELDS = ['content', 'embeds', 'attachments', 'components', 'sticker_items'] as const

/** The job `crosspost-changed`: brings the copies of a message up to date. */
export interface CrosspostChanged {
  readonly channelId: Snowflake
  readonly messageId: Snowflake
  /** Copies up to this one are up to date. */
  readonly after: Snowflake
}

export async function updateCopiesLater(work: Work, changed: CrosspostChanged): Promise<void> {
  await work.schedule('crosspost-changed', changed.messageId.toString(), work.now, changed)
}

/** Has a job update the copies of a published message, where a change shows in them. */
export async function editReachesCopies(work: Work, before: Message, after: Message): Promise<void> {
  if ((before.flags & MessageFlag.CROSSPOSTED) === 0) return
  const suppression = (before.flags ^ after.flags) & MessageFlag.SUPPRESS_EMBEDS
  if (suppression === 0 && COPIED_FIELDS.every((field) => before[field] === after[field])) return
  await updateCopiesLater(work, { channelId: after.channel_id, messageId: after.id, after: 0n })
}

/** Has jobs mark the copies of deleted messages. */
export async function deletionReachesCopies(work: Work, { channel }: Place, ids: readonly Snowflake[]): Promise<void> {
  if (channel.type !== ChannelType.GUILD_ANNOUNCEMENT) return
  for (const messageId of await copies.sourcesAmong(work, ids))
    await updateCopiesLater(work, { channelId: channel.id, messageId, after: 0n })
}
