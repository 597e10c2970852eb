import { ApiError, ATTACHMENTS_MAX, Faults, has, MessageFlag, MessageType, Permission } from '@guildhall/protocol'
import type { UploadedFile } from '../../kernel/files.ts'
import type { Platform } from '../../kernel/platform.ts'
import type { Work } from '../../kernel/work.ts'
import { checkMessageComponents } from '../components/index.ts'
import { keptAttachments, storeAttachments } from './attachments.ts'
import { changeMessage, suppressed } from './change.ts'
import { mentionFields, textOf } from './compose.ts'
import { checkEmbeds, linkAttachments } from './embeds.ts'
import { checkAllowedMentions } from './mentions.ts'
import type { Message, ShownMessage } from './message.ts'
import type { Place } from './post.ts'
import { fileBytesMax } from './rules.ts'
import type { MessageEditRequest } from './schema.ts'

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
  const { body, message, files } = edit
  refuseFixed(message)
  const faults = new Faults()
  const wanted = body.flags ?? message.flags
  const v2 = ((message.flags | wanted) & MessageFlag.IS_COMPONENTS_V2) !== 0
  const changes: Partial<Message> = {
    flags: suppressed(message.flags, wanted) | (v2 ? MessageFlag.IS_COMPONENTS_V2 : 0),
  }
  if (body.allowed_mentions) checkAllowedMentions(body.allowed_mentions, faults, ['allowed_mentions'])
  if (body.embeds !== undefined) {
    const checked = body.embeds ? checkEmbeds(body.embeds, faults, ['embeds']) : []
    changes.embeds = has(edit.permissions, Permission.EMBED_LINKS) ? checked : []
  }
  if (body.components !== undefined) {
    changes.components =
      body.components === null ? [] : checkMessageComponents(body.components, { v2 }, faults, ['components'])
  }
  if (body.attachments) {
    changes.attachments = keptAttachments(message.attachments, body.attachments, files, faults, ['attachments'])
  } else if (body.attachments === null) changes.attachments = []
  if (v2 && body.content) {
    faults.add(
      ['content'],
      'MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2',
      "The 'content' field cannot be used when using MessageFlags.IS_COMPONENTS_V2",
    )
  }
  if (faults.any) throw new ApiError('INVALID_FORM_BODY', { faults })
  if (files.length > 0) await addFiles(edit, changes)
  if (body.content !== undefined) changes.content = body.content?.trim() ?? ''
  if (v2 ? changes.components : body.content !== undefined) {
    const text = v2 ? textOf(changes.components ?? []) : (changes.content ?? '')
    Object.assign(changes, mentionFields(edit, text))
  }
  const attachments = changes.attachments ?? message.attachments
  if (changes.embeds) changes.embeds = linkAttachments(changes.embeds, attachments)
  if (changes.components) changes.components = linkAttachments(changes.components, attachments)
  refuseEmpty({ ...message, ...changes })
  return changes
}

async function addFiles(
  { work, platform, place, permissions, body, message, files, fileBytesMax: given }: Edit,
  changes: Partial<Message>,
): Promise<void> {
  if (!has(permissions, Permission.ATTACH_FILES)) throw new ApiError('MISSING_PERMISSIONS')
  const request = {
    platform,
    channelId: place.channel.id,
    nextId: () => work.nextId(),
    ephemeral: message.only_for !== null,
    fileBytesMax: given ?? fileBytesMax({ premium_type: 0 }, place.view?.guild),
  }
  const kept = changes.attachments ?? message.attachments
  if (kept.length + files.length > ATTACHMENTS_MAX) throw new ApiError('TOO_MANY_ATTACHMENTS')
  const added = await storeAttachments(request, files, body.attachments ?? [])
  changes.attachments = [...kept, ...added]
}

const EDITABLE: ReadonlySet<number> = new Set([
  MessageType.DEFAULT,
  MessageType.REPLY,
  MessageType.CHAT_INPUT_COMMAND,
  MessageType.CONTEXT_MENU_COMMAND,
])

/** Messages that stay as they were written. */
function refuseFixed(message: Message): void {
  if (!EDITABLE.has(message.type)) throw new ApiError('CANNOT_EXECUTE_ON_SYSTEM_MESSAGE')
  if (message.flags & MessageFlag.IS_VOICE_MESSAGE) throw new ApiError('VOICE_MESSAGE_NOT_EDITABLE')
  if (message.poll) throw new ApiError('CANNOT_EDIT_POLL')
}

function refuseEmpty(message: Message): void {
  const { content, embeds, components, attachments, poll, sticker_items, snapshots } = message
  const lists = [embeds, components, attachments, sticker_items, snapshots]
  if (content === '' && !poll && lists.every((list) => list.length === 0)) throw new ApiError('EMPTY_MESSAGE')
}

/** composeEdit for a stored message: stores and announces the result. */
export async function editMessage(edit: Edit): Promise<ShownMessage> {
  return changeMessage(edit.work, edit.place, edit.message, await composeEdit(edit), { edited: true })
}
