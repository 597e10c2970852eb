import { type Instant, MessageFlag, MessageReferenceType, type Snowflake } from '@guildhall/protocol'
import type { User } from '../../kernel/model.ts'
import type { Work } from '../../kernel/work.ts'
import { findChannel } from '../channels/index.ts'
import {
  type COPIED_FIELDS,
  type CrosspostChanged,
  deleteCrossposts,
  findMessage,
  insertCrosspost,
  listCrossposts,
  postMessage,
  type StoredMessage,
  saveMessage,
  scheduleCopyUpdate,
} from '../messages/index.ts'
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

async function copy(work: Work, message: StoredMessage, webhook: store.Webhook): Promise<void> {
  const place = await placeOf(work, webhook, undefined)
  const { id, channel_id, guild_id } = message
  const { message: posted } = await postMessage(work, place, {
    author: { id: webhook.id, bot: true, username: webhook.name ?? '' } as User,
    webhook_id: webhook.id,
    webhook: { name: webhook.name ?? '', avatar: webhook.avatar },
    ...copiedFields(message),
    flags: (message.flags & ~MessageFlag.CROSSPOSTED) | MessageFlag.IS_CROSSPOST,
    reference: { type: MessageReferenceType.DEFAULT, message_id: id, channel_id, guild_id },
  })
  await insertCrosspost(work, { copy_id: posted.id, channel_id: posted.channel_id, source_id: id })
}

function copiedFields({ content, embeds, attachments, components, sticker_items }: StoredMessage) {
  return { content, embeds, attachments, components, sticker_items } satisfies Pick<
    StoredMessage,
    (typeof COPIED_FIELDS)[number]
  >
}

/** What a copy says when its source was deleted, in the words of the public platform. */
const SOURCE_DELETED = {
  content: '[Original Message Deleted]',
  embeds: [],
  attachments: [],
  components: [],
  sticker_items: [],
}

/** Job `crosspost-changed`: copies take over an edit of their source, or are marked when it was deleted. */
export async function crosspostChanged(work: Work, { channelId, messageId, after }: CrosspostChanged): Promise<void> {
  const source = await findMessage(work, channelId, messageId)
  const copies = await listCrossposts(work, messageId, { after, limit: COPIES_PER_UNIT })
  for (const { copy_id, channel_id } of copies) {
    const message = await findMessage(work, channel_id, copy_id)
    const channel = message && (await findChannel(work, channel_id))
    if (!message || !channel) continue
    const view = channel.guild_id === null ? null : await work.view(channel.guild_id)
    const place = { channel: view?.channels.get(channel_id) ?? channel, view }
    await saveMessage(work, place, message, changesOf(message, source), { edited: source?.edited_at != null })
  }
  // A deleted source changes no more.
  if (!source)
    await deleteCrossposts(
      work,
      copies.map(({ copy_id }) => copy_id),
    )
  const last = copies.at(-1)
  if (last && copies.length === COPIES_PER_UNIT)
    await scheduleCopyUpdate(work, { channelId, messageId, after: last.copy_id })
}

function changesOf(copied: StoredMessage, source: StoredMessage | undefined): Partial<StoredMessage> {
  if (!source) return { ...SOURCE_DELETED, flags: copied.flags | MessageFlag.SOURCE_MESSAGE_DELETED }
  const suppression = source.flags & MessageFlag.SUPPRESS_EMBEDS
  return { ...copiedFields(source), flags: (copied.flags & ~MessageFlag.SUPPRESS_EMBEDS) | suppression }
}
