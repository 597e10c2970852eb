import {
  ApiError,
  ATTACHMENTS_MAX,
  Faults,
  has,
  MessageFlag,
  MessageType,
  Permission,
  type Snowflake,
} from '@guildhall/protocol'
import type { UploadedFile } from '../../kernel/files.ts'
import type { Platform } from '../../kernel/platform.ts'
import type { Work } from '../../kernel/work.ts'
import { attachmentAt, attachmentName, unfurlMedia } from '../components/index.ts'
import { filenamesOf, keptAttachments, storeAttachments } from './attachments.ts'
import { changeMessage, suppressed } from './change.ts'
import { textOf } from './component-text.ts'
import { emptied, mentionFields, readComponents, refuseOldContent } from './compose.ts'
import { checkEmbeds, unfurlEmbeds } from './embeds.ts'
import { ALLOWED_BY_DEFAULT, checkAllowedMentions } from './mentions.ts'
import type { Message, ShownMessage } from './message.ts'
import { completePoll, readPoll } from './poll.ts'
import type { Place } from './post.ts'
import { fileBytesMax } from './rules.ts'
import type { MessageEditRequest } from './schema.ts'
import { shownUrls } from './shown-urls.ts'
import { find } from './store.ts'

export interface Edit {
  readonly work: Work
  readonly platform: Platform
  readonly place: Place
  readonly permissions: bigint
  readonly message: Message
  readonly body: MessageEditRequest
  readonly files: readonly UploadedFile[]
  /** Of each file; what the guild allows to anybody when left out. */
  readonly fileBytesMax?: number
}

/** The author's own edit: absent fields stay, null empties. Answers what changes, for messages that are not stored too. [END-60] */
export async function composeEdit(edit: Edit): Promise<Partial<Message>> {
  const { work, body, message, files } = edit
  refuseFixed(message, body)
  const { changes, asked } = await readChanges(edit)
  if (asked) changes.poll = await completePoll(work, asked, ownerOf(message))
  const staying = stayingFiles(edit, changes)
  const added = files.length > 0 ? await keepFiles(edit, staying.length) : []
  // Files that are new come first: one may replace an older one of its name.
  const known = [...added, ...staying]
  if (changes.embeds) changes.embeds = unfurlEmbeds(changes.embeds, known)
  if (changes.components) changes.components = unfurlMedia(changes.components, known, () => work.nextId())
  if (changes.attachments || added.length > 0) changes.attachments = [...staying, ...added]
  await changeMentions(edit, changes)
  const embedsRemoved = (body.embeds?.length ?? 0) > (changes.embeds?.length ?? 0)
  if (isEmpty({ ...message, ...changes })) throw emptied(embedsRemoved)
  return changes
}

/** Whose application emojis may be used. */
function ownerOf({ application_id, author_id }: Message): Snowflake {
  return application_id ?? author_id
}

/** What the body changes, before files are stored; or all the faults of the body at once. */
async function readChanges({ work, body, message, files, permissions }: Edit) {
  const faults = new Faults()
  const wanted = body.flags ?? message.flags
  const v2 = ((message.flags | wanted) & MessageFlag.IS_COMPONENTS_V2) !== 0
  const changes: Partial<Message> = {
    flags: suppressed(message.flags, wanted) | (v2 ? MessageFlag.IS_COMPONENTS_V2 : 0),
  }
  if (body.allowed_mentions) checkAllowedMentions(body.allowed_mentions, faults, ['allowed_mentions'])
  if (body.content !== undefined) changes.content = body.content ?? ''
  if (body.embeds !== undefined) {
    const embeds = body.embeds ? checkEmbeds(body.embeds, faults, ['embeds']) : []
    changes.embeds = has(permissions, Permission.EMBED_LINKS) ? embeds : []
  }
  if (v2 && body.sticker_ids !== undefined) changes.sticker_items = []
  const requested = body.attachments
  if (requested !== undefined)
    changes.attachments = keptAttachments(message.attachments, requested ?? [], files, faults, ['attachments'])
  if (body.components !== undefined) {
    const names = message.attachments.map((file) => String(file.filename))
    const layout = { v2, filenames: new Set([...filenamesOf(files, requested ?? []), ...names]) }
    changes.components = await readComponents(work, body.components ?? [], layout, ownerOf(message), faults)
  }
  // A poll can only come with the answer that the application is still thinking about.
  const thinking = (message.flags & MessageFlag.LOADING) !== 0
  const asked = thinking && body.poll != null ? readPoll(body.poll, work.now, faults) : null
  const { content, embeds, sticker_items } = { ...message, ...changes }
  if (v2) refuseOldContent({ content, embeds, sticker_ids: sticker_items, poll: asked }, faults)
  if (faults.any) throw new ApiError('INVALID_FORM_BODY', { faults })
  return { changes, asked }
}

/** The attachments that stay: those that were kept, and those that an embed or component shows, unless a new file does. */
function stayingFiles({ message, body, files }: Edit, changes: Partial<Message>): Message['attachments'] {
  const { attachments, embeds, components } = { ...message, ...changes }
  const fresh = new Set(filenamesOf(files, body.attachments ?? []))
  const kept = new Map(attachments.map((file) => [file.id, file]))
  for (const url of shownUrls([embeds, components])) {
    if (typeof url !== 'string' || fresh.has(attachmentName(url) ?? '')) continue
    const file = attachmentAt(url, [...attachments, ...message.attachments])
    if (file && !kept.has(file.id)) kept.set(file.id, file)
  }
  return message.attachments.map(({ id }) => kept.get(id)).filter((file) => file !== undefined)
}

async function keepFiles(
  { work, platform, place, permissions, body, message, files, fileBytesMax: given }: Edit,
  staying: number,
): Promise<Message['attachments']> {
  if (!has(permissions, Permission.ATTACH_FILES)) throw new ApiError('MISSING_PERMISSIONS')
  if (staying + files.length > ATTACHMENTS_MAX) throw new ApiError('TOO_MANY_ATTACHMENTS')
  const request = {
    work,
    platform,
    channelId: place.channel.id,
    ephemeral: message.only_for !== null,
    fileBytesMax: given ?? fileBytesMax({ premium_type: 0 }, place.view?.guild),
  }
  return storeAttachments(request, files, body.attachments ?? [])
}

/** Whom a changed text mentions, by the rules of this request alone. A reply goes on mentioning whom it replies to. */
async function changeMentions(
  { work, place, permissions, message, body }: Edit,
  changes: Partial<Message>,
): Promise<void> {
  const { flags = 0, components, content } = changes
  const v2 = (flags & MessageFlag.IS_COMPONENTS_V2) !== 0
  if (v2 ? !components : content === undefined) return
  const fromApplication = message.webhook_id !== null
  const rules = { body, permissions, place, ...(fromApplication ? { allowedByDefault: ALLOWED_BY_DEFAULT } : {}) }
  const { reference } = message
  const replies = message.type === MessageType.REPLY && !fromApplication
  const target =
    replies && reference?.message_id ? await find(work, reference.channel_id, reference.message_id) : undefined
  const text = v2 ? textOf(components ?? []) : (content ?? '')
  Object.assign(changes, mentionFields(rules, text, target?.author_id))
}

const EDITABLE: ReadonlySet<number> = new Set([
  MessageType.DEFAULT,
  MessageType.REPLY,
  MessageType.CHAT_INPUT_COMMAND,
  MessageType.CONTEXT_MENU_COMMAND,
])

/** Messages that stay as they were written. */
function refuseFixed(message: Message, body: MessageEditRequest): void {
  if (!EDITABLE.has(message.type)) throw new ApiError('CANNOT_EXECUTE_ON_SYSTEM_MESSAGE')
  if (message.flags & MessageFlag.IS_VOICE_MESSAGE) throw new ApiError('VOICE_MESSAGE_NOT_EDITABLE')
  if (message.poll) throw new ApiError('CANNOT_EDIT_POLL')
  if (body.sticker_ids?.length) throw new ApiError('CANNOT_EDIT_STICKERS')
}

function isEmpty(message: Message): boolean {
  const { content, embeds, components, attachments, poll, shared_client_theme, sticker_items, snapshots } = message
  const lists = [embeds, components, attachments, sticker_items, snapshots]
  return content === '' && !poll && !shared_client_theme && lists.every((list) => list.length === 0)
}

/** composeEdit for a stored message: stores and announces the result. */
export async function editMessage(edit: Edit): Promise<ShownMessage> {
  return changeMessage(edit.work, edit.place, edit.message, await composeEdit(edit), { edited: true })
}
