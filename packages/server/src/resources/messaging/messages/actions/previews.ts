import { type EmbedObject, has, MessageType, Permission } from '@guildhall/protocol'
import { memberChannelPermissions } from '../../../../access/channel.ts'
import type { LinkedMessage, LinkPreview } from '../../../../kernel/link-previews.ts'
import type { Work } from '../../../../kernel/work.ts'
import { isTextBlocked } from '../../../accounts/blocks/index.ts'
import { areLinksPreviewed } from '../../../accounts/instance-settings/index.ts'
import type { MessageAt, MessageEdit } from '../consequences.ts'
import { previewLinks, takesPreviews } from '../link-rules.ts'
import { findMessage } from '../store.ts'
import { heldLocationOf } from './held-location.ts'
import { saveMessage } from './save.ts'

/** Types of messages whose content somebody has written, and not the platform. */
const WRITTEN: readonly number[] = [
  MessageType.DEFAULT,
  MessageType.REPLY,
  MessageType.CHAT_INPUT_COMMAND,
  MessageType.CONTEXT_MENU_COMMAND,
]

/** Has the links of a new message loaded after the commit, if its author may embed links. */
export async function previewNewMessage(work: Work, at: MessageAt): Promise<void> {
  const { id, channel_id, content, type } = at.hydrated.message
  if (!WRITTEN.includes(type)) return
  if (!takesPreviews(at.hydrated.message) || previewLinks(content).length === 0) return
  if (!mayEmbedLinks(work, at) || !(await areLinksPreviewed(work))) return
  const { linkPreviews } = work
  work.afterCommit(() => linkPreviews.want({ channelId: channel_id, messageId: id }))
}

/** Does the same for a message whose content was changed. */
export async function previewEdit(work: Work, edit: MessageEdit): Promise<void> {
  if (edit.rewritten) await previewNewMessage(work, edit)
}

/** Webhooks, and applications that act in a guild without a member, may embed links. */
function mayEmbedLinks(
  work: Work,
  { location: { view, channel }, hydrated: { message, members } }: MessageAt,
): boolean {
  const member = members.get(message.author_id)
  if (!view || !member || message.webhook_id !== null) return true
  return has(memberChannelPermissions(view, channel, member, work.now), Permission.EMBED_LINKS)
}

/** Returns the links of a message that get a preview; none for one that is gone, or whose embeds were hidden. */
export async function findPreviewLinks(work: Work, { channelId, messageId }: LinkedMessage): Promise<string[]> {
  const message = await findMessage(work, channelId, messageId)
  return message && takesPreviews(message) ? previewLinks(message.content) : []
}

/** Returns the embed of a preview; null where operators block the address, or the one to which it leads. */
export async function unblockedEmbed(work: Work, preview: LinkPreview | null): Promise<EmbedObject | null> {
  if (!preview) return null
  const { embed, finalUrl } = preview
  return (await isTextBlocked(work, `${embed.url ?? ''} ${finalUrl}`)) ? null : embed
}

/** Replaces the previews of a message by those of its present links, without a mark of an edit. */
export async function savePreviews(
  work: Work,
  { channelId, messageId }: LinkedMessage,
  previews: ReadonlyMap<string, LinkPreview>,
): Promise<void> {
  const location = await heldLocationOf(work, channelId)
  const message = await findMessage(work, channelId, messageId)
  if (!location || !message || !takesPreviews(message)) return
  const embeds: EmbedObject[] = []
  for (const link of previewLinks(message.content)) {
    const embed = await unblockedEmbed(work, previews.get(link) ?? null)
    if (embed) embeds.push(embed)
  }
  if (embeds.length > 0) await saveMessage(work, location, message, { embeds })
}
