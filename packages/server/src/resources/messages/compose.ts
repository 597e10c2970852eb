import {
  ApiError,
  type AttachmentObject,
  Faults,
  has,
  type MessageComponentObject,
  MessageFlag,
  MessageType,
  Permission,
  type Snowflake,
} from '@guildhall/protocol'
import type { UploadedFile } from '../../kernel/files.ts'
import type { User } from '../../kernel/model.ts'
import type { Platform } from '../../kernel/platform.ts'
import type { Work } from '../../kernel/work.ts'
import {
  checkMessageComponents,
  checkPremiumButtons,
  completeEmojis,
  emojiFaults,
  type MessageLayout,
  unfurlMedia,
} from '../components/index.ts'
import { stickersToSend } from '../stickers/index.ts'
import { checkDescribedFiles, filenamesOf, storeAttachments } from './attachments.ts'
import { textOf } from './component-text.ts'
import { checkEmbeds, unfurlEmbeds } from './embeds.ts'
import { type Allowed, checkAllowedMentions, mentionsIn } from './mentions.ts'
import type { Message } from './message.ts'
import { completePoll, readPoll } from './poll.ts'
import type { MessageDraft, Place } from './post.ts'
import { fileBytesMax } from './rules.ts'
import type { MessageRequest } from './schema.ts'
import { checkVoiceMessage } from './voice-message.ts'

/** Flags that a caller may set; all else is the platform's. */
const SETTABLE =
  MessageFlag.SUPPRESS_EMBEDS |
  MessageFlag.SUPPRESS_NOTIFICATIONS |
  MessageFlag.IS_VOICE_MESSAGE |
  MessageFlag.IS_COMPONENTS_V2

export interface Composition {
  readonly work: Work
  readonly platform: Platform
  readonly place: Place
  readonly author: User
  /** In the channel; what they do not allow is quietly left out (embeds, everyone) or refused (files). */
  readonly permissions: bigint
  readonly body: MessageRequest
  readonly files: readonly UploadedFile[]
  /** Flags beyond the settable ones that this door lets through: EPHEMERAL for interactions. */
  readonly flagsAllowed?: number
  /** What may be mentioned where the body does not say: webhooks and answers of applications have their own default. */
  readonly allowedByDefault?: Allowed
  /** Whose application emojis may be used, where that is not the author: an application by its id. */
  readonly emojisOf?: Snowflake | null
  /** Who is replied to: mentioned unless `allowed_mentions.replied_user` says no. */
  readonly replied?: Snowflake | null
  /** Of each file, where the author's own limit is not the one that counts: answers to interactions. */
  readonly fileBytesMax?: number
  /** May stickers be sent so? Webhooks and answers of applications have none. */
  readonly stickers?: boolean
  /** Forwards and deferred answers may be empty. */
  readonly mayBeEmpty?: boolean
}

/**
 * Applies every rule about what a message may contain, stores its files and answers the draft for `postMessage`. All ways
 * of writing a message come through here: people and bots, webhooks, interaction answers, forum posts.
 */
export async function composeMessage(request: Composition): Promise<MessageDraft> {
  const { body, files, permissions, author } = request
  const flags = (body.flags ?? 0) & (SETTABLE | (request.flagsAllowed ?? 0))
  const v2 = (flags & MessageFlag.IS_COMPONENTS_V2) !== 0
  const { components, asked, ...parts } = await readParts(request, v2)
  const embeds = has(permissions, Permission.EMBED_LINKS) ? parts.embeds : []
  if (files.length > 0 && !has(permissions, Permission.ATTACH_FILES)) throw new ApiError('MISSING_PERMISSIONS')
  if (asked && !has(permissions, Permission.SEND_POLLS)) throw new ApiError('MISSING_PERMISSIONS')
  checkVoiceMessage(flags, body, files, permissions)
  const sticker_items = await itemsOf(request)
  const content = body.content ?? ''
  const theme = body.shared_client_theme ?? null
  const lists = [embeds, components, files, sticker_items]
  const empty = lists.every((part) => part.length === 0) && content === '' && !asked && !theme
  if (empty && !request.mayBeEmpty) throw emptied(parts.embeds.length > embeds.length)
  const poll = asked && (await completePoll(request.work, asked, request.emojisOf ?? author.id))
  const attachments = files.length === 0 ? [] : await keepFiles(request, (flags & MessageFlag.EPHEMERAL) !== 0)
  return {
    author,
    type: MessageType.DEFAULT,
    content,
    flags,
    tts: body.tts === true && has(permissions, Permission.SEND_TTS_MESSAGES),
    nonce: body.nonce ?? null,
    embeds: unfurlEmbeds(embeds, attachments),
    components: unfurlMedia(components, attachments, () => request.work.nextId()),
    attachments,
    sticker_items,
    poll,
    shared_client_theme: theme && { ...theme, base_theme: theme.base_theme ?? 0 },
    ...mentionFields(request, v2 ? textOf(components) : content, request.replied ?? null),
  }
}

/** Returns the error for a message without content, which may have had embeds that its author may not send. */
export function emptied(embedsRemoved: boolean): ApiError {
  return new ApiError(embedsRemoved ? 'MISSING_PERMISSIONS' : 'EMPTY_MESSAGE')
}

/** The stickers that are sent, where they may be. */
async function itemsOf({ work, author, permissions, place, body, stickers = false }: Composition) {
  if (!stickers) return []
  return stickersToSend(work, { author, permissions, guildId: place.channel.guild_id }, body.sticker_ids ?? [])
}

/** Embeds, components and poll as they are kept, or all the faults of the body at once. */
async function readParts(request: Composition, v2: boolean) {
  const { work, body, files, author, emojisOf } = request
  const faults = new Faults()
  const embeds = body.embeds?.length ? checkEmbeds(body.embeds, faults, ['embeds']) : []
  const layout = { v2, filenames: new Set(filenamesOf(files, body.attachments ?? [])) }
  const components = await readComponents(work, body.components ?? [], layout, emojisOf ?? author.id, faults)
  if (body.allowed_mentions) checkAllowedMentions(body.allowed_mentions, faults, ['allowed_mentions'])
  if (body.attachments) checkDescribedFiles(body.attachments, files, faults, ['attachments'])
  if (v2) refuseOldContent(body, faults)
  const asked = body.poll == null ? null : readPoll(body.poll, work.now, faults)
  if (faults.any) throw new ApiError('INVALID_FORM_BODY', { faults })
  return { embeds, components, asked }
}

/** Components as a message keeps them, its emojis and SKUs looked up. */
export async function readComponents(
  work: Work,
  given: unknown,
  layout: MessageLayout,
  ownerId: Snowflake,
  faults: Faults,
): Promise<MessageComponentObject[]> {
  const { components, emojis } = checkMessageComponents(given, layout, faults, ['components'])
  await completeEmojis(work, emojis, ownerId, emojiFaults(faults))
  // What has faults is not kept, and need not be of the shape that is looked through.
  if (!faults.any) await checkPremiumButtons(work, components, ownerId, faults)
  return components
}

function keepFiles(request: Composition, ephemeral: boolean): Promise<AttachmentObject[]> {
  const { work, platform, place, body, files, author } = request
  return storeAttachments(
    {
      work,
      platform,
      channelId: place.channel.id,
      ephemeral,
      fileBytesMax: request.fileBytesMax ?? fileBytesMax(author, place.view?.guild),
    },
    files,
    body.attachments ?? [],
  )
}

/** What decides whom a text mentions. */
export interface MentionRules {
  readonly body: { readonly allowed_mentions?: MessageRequest['allowed_mentions'] }
  /** Where the body says nothing; everything when left out. */
  readonly allowedByDefault?: Allowed
  readonly permissions: bigint
  readonly place: Place
}

/** Whom a text mentions: only who may be, by `allowed_mentions`, the writer's permissions and the role's own switch. */
export function mentionFields(
  by: MentionRules,
  text: string,
  replied: Snowflake | null = null,
): Pick<Message, 'mentions' | 'mention_roles' | 'mention_everyone'> {
  const allowed = by.body.allowed_mentions ?? by.allowedByDefault ?? null
  const found = mentionsIn(text, allowed)
  const everyone = has(by.permissions, Permission.MENTION_EVERYONE)
  const mentions = found.users
  const pings = allowed ? (allowed.replied_user ?? false) : true
  if (replied && pings && !mentions.includes(replied)) mentions.push(replied)
  return {
    mentions,
    mention_roles: found.roles.filter((id) => {
      const role = by.place.view?.roles.get(id)
      return role !== undefined && (role.mentionable || everyone)
    }),
    mention_everyone: found.everyone && everyone && by.place.view !== null,
  }
}

const OLD_CONTENT = ['content', 'embeds', 'sticker_ids', 'poll', 'shared_client_theme'] as const
type OldContent = Partial<Record<(typeof OLD_CONTENT)[number], unknown>>

/** With components v2 a message is its components alone. */
export function refuseOldContent(parts: OldContent, faults: Faults): void {
  for (const field of OLD_CONTENT) {
    const value = parts[field]
    if (value == null || value === '' || (Array.isArray(value) && value.length === 0)) continue
    faults.add(
      [field],
      'MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2',
      `The '${field}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2`,
    )
  }
}
