import { ApiError, Faults, has, MessageFlag, Permission } from '@guildhall/protocol'
import type { UploadedFile } from '../../kernel/files.ts'
import type { Platform } from '../../kernel/platform.ts'
import type { Work } from '../../kernel/work.ts'
import { checkMessageComponents } from '../components/index.ts'
import { keptAttachments, storeAttachments } from './attachments.ts'
import { changeMessage, suppressed } from './change.ts'
import type { MessageEditRequest } from './compose.ts'
import { checkEmbeds, linkAttachments } from './embeds.ts'
import { checkAllowedMentions, mentionsIn } from './mentions.ts'
import type { Message, ShownMessage } from './message.ts'
import type { Place } from './post.ts'

export interface Edit {
  readonly work: Work
  readonly platform: Platform
  readonly place: Place
  readonly permissions: bigint
  readonly message: Message
  readonly body: MessageEditRequest
  readonly files: readonly UploadedFile[]
}

/** The author's own edit: absent fields stay, null empties. Answers what changes, for messages that are not stored too. [END-60] */
export async function composeEdit(edit: Edit): Promise<Partial<Message>> {
  const { body, message, files, permissions, place } = edit
  const faults = new Faults()
  const wanted = body.flags ?? message.flags
  const v2 = ((message.flags | wanted) & MessageFlag.IS_COMPONENTS_V2) !== 0
  const changes: Partial<Message> = {
    flags: suppressed(message.flags, wanted) | (v2 ? MessageFlag.IS_COMPONENTS_V2 : 0),
  }
  if (body.allowed_mentions) checkAllowedMentions(body.allowed_mentions, faults, ['allowed_mentions'])
  if (body.embeds !== undefined) changes.embeds = body.embeds ? checkEmbeds(body.embeds, faults, ['embeds']) : []
  if (body.components !== undefined) {
    changes.components =
      body.components === null ? [] : checkMessageComponents(body.components, { v2 }, faults, ['components'])
  }
  if (body.attachments) {
    changes.attachments = keptAttachments(message.attachments, body.attachments, files.length, faults, ['attachments'])
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
  if (body.content !== undefined) Object.assign(changes, contentChange(body, permissions, place))
  const attachments = changes.attachments ?? message.attachments
  if (changes.embeds) changes.embeds = linkAttachments(changes.embeds, attachments)
  if (changes.components) changes.components = linkAttachments(changes.components, attachments)
  refuseEmpty({ ...message, ...changes })
  return changes
}

async function addFiles(
  { work, platform, place, permissions, body, message, files }: Edit,
  changes: Partial<Message>,
): Promise<void> {
  if (!has(permissions, Permission.ATTACH_FILES)) throw new ApiError('MISSING_PERMISSIONS')
  const request = {
    platform,
    channelId: place.channel.id,
    nextId: () => work.nextId(),
    ephemeral: message.only_for !== null,
  }
  const added = await storeAttachments(request, files, body.attachments ?? [])
  changes.attachments = [...(changes.attachments ?? message.attachments), ...added]
}

function contentChange(body: MessageEditRequest, permissions: bigint, place: Place): Partial<Message> {
  const content = body.content?.trim() ?? ''
  const found = mentionsIn(content, body.allowed_mentions ?? null)
  const everyone = has(permissions, Permission.MENTION_EVERYONE)
  return {
    content,
    mentions: found.users,
    mention_roles: found.roles.filter((id) => place.view?.roles.has(id)),
    mention_everyone: found.everyone && everyone && place.view !== null,
  }
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
