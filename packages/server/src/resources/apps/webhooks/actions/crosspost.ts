import { MessageFlag, MessageReferenceType } from '@guildhall/protocol'
import type { Work } from '../../../../kernel/work.ts'
import { findChannel } from '../../../guild/channels/index.ts'
import {
  type COPIED_FIELDS,
  findMessage,
  forgetCrossposts,
  listCrossposts,
  postMessage,
  type StoredMessage,
  saveCrosspost,
  saveMessage,
  scheduleCopyUpdate,
} from '../../../messaging/messages/index.ts'
import type { CrosspostChanged } from '../../../messaging/messages/jobs.ts'
import { type Crosspost, crosspostContinues } from '../jobs.ts'
import type { StoredWebhook } from '../model.ts'
import { listFollowers } from '../store.ts'
import { authorOf } from './execute.ts'
import { locationOf } from './load.ts'

/** Copies per unit of work. More would keep other writers waiting. */
const COPIES_PER_UNIT = 25

/** Schedules the job that posts a message in the channels that follow. A channel has any number of followers. */
export async function scheduleCrosspost(work: Work, crosspost: Crosspost): Promise<void> {
  await work.schedule(crosspostContinues, `${crosspost.messageId}`, work.now, crosspost)
}

/** Job `crosspost`: posts the current message in a batch of following channels, and schedules itself for the rest. */
export async function crosspost(work: Work, { channelId, messageId, after }: Crosspost): Promise<void> {
  const message = await findMessage(work, channelId, messageId)
  if (!message) return
  const webhooks = await listFollowers(work, channelId, after, COPIES_PER_UNIT)
  for (const webhook of webhooks) await copy(work, message, webhook)
  const last = webhooks.at(-1)
  if (last && webhooks.length === COPIES_PER_UNIT)
    await scheduleCrosspost(work, { channelId, messageId, after: last.id })
}

async function copy(work: Work, message: StoredMessage, webhook: StoredWebhook): Promise<void> {
  const location = await locationOf(work, webhook, undefined)
  const { id, channel_id, guild_id } = message
  const { message: posted } = await postMessage(work, location, {
    author: authorOf(webhook),
    webhook_id: webhook.id,
    webhook: { name: webhook.name ?? '', avatar: webhook.avatar },
    ...copiedFields(message),
    flags: (message.flags & ~MessageFlag.CROSSPOSTED) | MessageFlag.IS_CROSSPOST,
    reference: { type: MessageReferenceType.DEFAULT, message_id: id, channel_id, guild_id },
  })
  await saveCrosspost(work, posted, id)
}

function copiedFields({ content, embeds, attachments, components, sticker_items }: StoredMessage) {
  return { content, embeds, attachments, components, sticker_items } satisfies Pick<
    StoredMessage,
    (typeof COPIED_FIELDS)[number]
  >
}

/** Contents of a copy whose source was deleted, in the words of the public platform. */
const SOURCE_DELETED = {
  content: '[Original Message Deleted]',
  embeds: [],
  attachments: [],
  components: [],
  sticker_items: [],
}

/** Job `crosspost-changed`: applies an edit of the source to its copies, or marks them when it was deleted. */
export async function crosspostChanged(work: Work, { channelId, messageId, after }: CrosspostChanged): Promise<void> {
  const source = await findMessage(work, channelId, messageId)
  const copies = await listCrossposts(work, messageId, { after, limit: COPIES_PER_UNIT })
  for (const { copy_id, channel_id } of copies) {
    const message = await findMessage(work, channel_id, copy_id)
    const channel = message && (await findChannel(work, channel_id))
    if (!message || !channel) continue
    const view = channel.guild_id === null ? null : await work.view(channel.guild_id)
    const location = { channel: view?.channels.get(channel_id) ?? channel, view }
    await saveMessage(work, location, message, changesOf(message, source), { edited: source?.edited_at != null })
  }
  // A deleted source does not change again.
  if (!source)
    await forgetCrossposts(
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
