import { type Instant, MessageFlag, MessageReferenceType, type Snowflake } from '@guildhall/protocol'
import type { User } from '../../kernel/model.ts'
import type { Work } from '../../kernel/work.ts'
import { findMessage, type Message, postMessage } from '../messages/index.ts'
import * as store from './store.ts'
import { placeOf } from './webhook.ts'

/** Copies written in one unit of work before others get their turn. */
const COPIES_PER_UNIT = 25

interface Copying {
  readonly channelId: Snowflake
  readonly messageId: Snowflake
  /** Followers up to this one have their copy. */
  readonly after: Snowflake
}

/** A channel may have any number of followers: a job writes their copies, some at a time. */
export async function copyLater(work: Work, copying: Copying, at: Instant = work.now): Promise<void> {
  await work.schedule('crosspost', `${copying.messageId}`, at, copying)
}

/** Job `crosspost`: the published message as it is now, in each channel that follows. */
export async function crosspost(work: Work, { channelId, messageId, after }: Copying): Promise<void> {
  const message = await findMessage(work, channelId, messageId)
  if (!message) return
  const webhooks = await store.followers(work, channelId, after, COPIES_PER_UNIT)
  for (const webhook of webhooks) await copy(work, message, webhook)
  const last = webhooks.at(-1)
  if (last && webhooks.length === COPIES_PER_UNIT) await copyLater(work, { channelId, messageId, after: last.id })
}

async function copy(work: Work, message: Message, webhook: store.Webhook): Promise<void> {
  const place = await placeOf(work, webhook, undefined)
  const { content, embeds, attachments, components, sticker_items, id, channel_id, guild_id } = message
  await postMessage(work, place, {
    author: { id: webhook.id, bot: true, username: webhook.name ?? '' } as User,
    webhook_id: webhook.id,
    webhook: { name: webhook.name ?? '', avatar: webhook.avatar },
    content,
    embeds,
    attachments,
    components,
    sticker_items,
    flags: (message.flags & ~MessageFlag.CROSSPOSTED) | MessageFlag.IS_CROSSPOST,
    reference: { type: MessageReferenceType.DEFAULT, message_id: id, channel_id, guild_id },
  })
}
