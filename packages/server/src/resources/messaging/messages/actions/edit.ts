import {
  ApiError,
  ATTACHMENTS_MAX,
  type AttachmentObject,
  demand,
  Faults,
  has,
  MessageFlag,
  MessageType,
  needs,
  Permission,
  type Snowflake,
} from '@guildhall/protocol'
import type { UploadedFile } from '../../../../kernel/files.ts'
import type { Platform } from '../../../../kernel/platform.ts'
import type { Work } from '../../../../kernel/work.ts'
import { demandUnblockedText } from '../../../accounts/blocks/index.ts'
import { attachmentAt, attachmentName, unfurlMedia } from '../../components/index.ts'
import { displayedUrls } from '../attachment-present.ts'
import { filenamesOf, keptAttachments } from '../attachment-rules.ts'
import { checkEmbeds, resolveEmbedMedia } from '../embed-rules.ts'
import { checkAllowedMentions, DEFAULT_ALLOWED_MENTIONS, mentionFields } from '../mention-rules.ts'
import { type ChannelLocation, type HydratedMessage, type StoredMessage, textOfComponents } from '../model.ts'
import { pollFromRequest } from '../poll-rules.ts'
import type { MessageEditRequest } from '../requests.ts'
import { checkLegacyFields, emptyMessageError, fileBytesMax, withEmbedSuppression } from '../rules.ts'
import { findMessage } from '../store.ts'
import { resolveComponents } from './components.ts'
import { resolvePollEmojis } from './poll.ts'
import { saveMessage } from './save.ts'
import { screenAdditions, screenedText } from './screen.ts'
import { storeAttachments } from './store-attachments.ts'

export interface Edit {
  readonly work: Work
  readonly platform: Platform
  readonly location: ChannelLocation
  /** Permissions of the author in the channel. */
  readonly permissions: bigint
  readonly message: StoredMessage
  readonly body: MessageEditRequest
  readonly files: readonly UploadedFile[]
  /** Limit for each file, in bytes; the guild's own when absent. */
  readonly fileBytesMax?: number
}

/**
 * Applies every rule about an edit by the author, stores new files and returns the changes. Absent fields stay, null
 * empties a field. Serves messages that are not stored too, the ephemeral ones. [END-60]
 */
export async function composeEdit(edit: Edit): Promise<Partial<StoredMessage>> {
  const { work, body, message, files } = edit
  checkEditable(message, body)
  await demandUnblockedText(work, () => screenedText(body))
  const { changes, draftPoll } = await checkChanges(edit)
  if (draftPoll) changes.poll = await resolvePollEmojis(work, draftPoll, emojiOwnerOf(message))
  const staying = stayingAttachments(edit, changes)
  const added = files.length > 0 ? await storeFiles(edit, staying.length) : []
  // New files first: one may replace an older file of the same name.
  const known = [...added, ...staying]
  if (changes.embeds) changes.embeds = resolveEmbedMedia(changes.embeds, known)
  if (changes.components) changes.components = unfurlMedia(changes.components, known, () => work.nextId())
  if (changes.attachments || added.length > 0) changes.attachments = [...staying, ...added]
  await changeMentions(edit, changes)
  const mentionsEveryone = changes.mention_everyone ?? false
  await screenAdditions(work, message.author_id, { body, files: files.length, mentionsEveryone })
  const embedsRemoved = (body.embeds?.length ?? 0) > (changes.embeds?.length ?? 0)
  if (isEmpty({ ...message, ...changes })) throw emptyMessageError(embedsRemoved)
  return changes
}

/** Returns the application, or the author, whose application emojis the message may use. */
function emojiOwnerOf({ application_id, author_id }: StoredMessage): Snowflake {
  return application_id ?? author_id
}

/** Returns the changes of the body before files are stored, or throws all faults of the body at once. */
async function checkChanges({ work, body, message, files, permissions }: Edit) {
  const faults = new Faults()
  const wanted = body.flags ?? message.flags
  const v2 = ((message.flags | wanted) & MessageFlag.IS_COMPONENTS_V2) !== 0
  const changes: Partial<StoredMessage> = {
    flags: withEmbedSuppression(message.flags, wanted) | (v2 ? MessageFlag.IS_COMPONENTS_V2 : 0),
  }
  if (body.allowed_mentions) checkAllowedMentions(body.allowed_mentions, faults.at('allowed_mentions'))
  if (body.content !== undefined) changes.content = body.content ?? ''
  if (body.embeds !== undefined) {
    const embeds = body.embeds ? checkEmbeds(body.embeds, faults.at('embeds')) : []
    changes.embeds = has(permissions, Permission.EMBED_LINKS) ? embeds : []
  }
  if (v2 && body.sticker_ids !== undefined) changes.sticker_items = []
  const requested = body.attachments
  if (requested !== undefined)
    changes.attachments = keptAttachments(message.attachments, requested ?? [], files, faults.at('attachments'))
  if (body.components !== undefined) {
    const names = message.attachments.map((file) => file.filename)
    const layout = { v2, filenames: new Set([...filenamesOf(files, requested ?? []), ...names]) }
    changes.components = await resolveComponents(work, body.components ?? [], layout, emojiOwnerOf(message), faults)
  }
  // An edit may add a poll only while it completes a deferred response.
  const deferred = (message.flags & MessageFlag.LOADING) !== 0
  const draftPoll = deferred && body.poll != null ? pollFromRequest(body.poll, work.now, faults) : null
  const { content, embeds, sticker_items } = { ...message, ...changes }
  if (v2) checkLegacyFields({ content, embeds, sticker_ids: sticker_items, poll: draftPoll }, faults)
  if (faults.any) throw new ApiError('INVALID_FORM_BODY', { faults })
  return { changes, draftPoll }
}

/**
 * Returns the attachments that stay: those that the edit keeps, and those that an embed or component displays, unless
 * a new file replaces them.
 */
function stayingAttachments({ message, body, files }: Edit, changes: Partial<StoredMessage>): AttachmentObject[] {
  const { attachments, embeds, components } = { ...message, ...changes }
  const uploaded = new Set(filenamesOf(files, body.attachments ?? []))
  const kept = new Map(attachments.map((file) => [file.id, file]))
  for (const url of displayedUrls([embeds, components])) {
    if (typeof url !== 'string' || uploaded.has(attachmentName(url) ?? '')) continue
    const file = attachmentAt(url, [...attachments, ...message.attachments])
    if (file && !kept.has(file.id)) kept.set(file.id, file)
  }
  return message.attachments.map(({ id }) => kept.get(id)).filter((file) => file !== undefined)
}

async function storeFiles(
  { work, platform, location, permissions, body, message, files, fileBytesMax: given }: Edit,
  stayingCount: number,
): Promise<AttachmentObject[]> {
  demand(needs(permissions, Permission.ATTACH_FILES))
  if (stayingCount + files.length > ATTACHMENTS_MAX) throw new ApiError('TOO_MANY_ATTACHMENTS')
  const request = {
    work,
    platform,
    channelId: location.channel.id,
    ephemeral: message.only_for !== null,
    fileBytesMax: given ?? fileBytesMax({ premium_type: 0 }, location.view?.guild),
  }
  return storeAttachments(request, files, body.attachments ?? [])
}

/** Sets the mentions of a changed text, by the `allowed_mentions` of this request. A reply keeps its mention. */
async function changeMentions(
  { work, location, permissions, message, body }: Edit,
  changes: Partial<StoredMessage>,
): Promise<void> {
  const { flags = 0, components, content } = changes
  const v2 = (flags & MessageFlag.IS_COMPONENTS_V2) !== 0
  if (v2 ? !components : content === undefined) return
  const fromApplication = message.webhook_id !== null
  const defaults = fromApplication ? { allowedByDefault: DEFAULT_ALLOWED_MENTIONS } : {}
  const { reference } = message
  const replies = message.type === MessageType.REPLY && !fromApplication
  const target =
    replies && reference?.message_id ? await findMessage(work, reference.channel_id, reference.message_id) : undefined
  const text = v2 ? textOfComponents(components ?? []) : (content ?? '')
  Object.assign(changes, mentionFields({ body, permissions, location, ...defaults }, text, target?.author_id))
}

const EDITABLE: ReadonlySet<number> = new Set([
  MessageType.DEFAULT,
  MessageType.REPLY,
  MessageType.CHAT_INPUT_COMMAND,
  MessageType.CONTEXT_MENU_COMMAND,
])

/** Throws for messages, and parts of messages, that cannot be edited. */
function checkEditable(message: StoredMessage, body: MessageEditRequest): void {
  if (!EDITABLE.has(message.type)) throw new ApiError('CANNOT_EXECUTE_ON_SYSTEM_MESSAGE')
  if (message.flags & MessageFlag.IS_VOICE_MESSAGE) throw new ApiError('VOICE_MESSAGE_NOT_EDITABLE')
  if (message.poll) throw new ApiError('CANNOT_EDIT_POLL')
  if (body.sticker_ids?.length) throw new ApiError('CANNOT_EDIT_STICKERS')
}

function isEmpty(message: StoredMessage): boolean {
  const { content, embeds, components, attachments, poll, shared_client_theme, sticker_items, snapshots } = message
  const lists = [embeds, components, attachments, sticker_items, snapshots]
  return content === '' && !poll && !shared_client_theme && lists.every((list) => list.length === 0)
}

/** Edits a stored message as its author. */
export async function editMessage(edit: Edit): Promise<HydratedMessage> {
  return saveMessage(edit.work, edit.location, edit.message, await composeEdit(edit), { edited: true })
}
