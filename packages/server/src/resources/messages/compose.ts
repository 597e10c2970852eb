import { ApiError, Faults, has, MessageFlag, MessageType, Permission, type Snowflake } from '@guildhall/protocol'
import type { UploadedFile } from '../../kernel/files.ts'
import type { User } from '../../kernel/model.ts'
import type { Platform } from '../../kernel/platform.ts'
import type { Work } from '../../kernel/work.ts'
import { checkMessageComponents } from '../components/index.ts'
import { checkDescribedFiles, storeAttachments } from './attachments.ts'
import { checkEmbeds, linkAttachments } from './embeds.ts'
import { checkAllowedMentions, mentionsIn } from './mentions.ts'
import type { Message } from './message.ts'
import { readPoll } from './poll.ts'
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
  /** Who is replied to: mentioned unless `allowed_mentions.replied_user` says no. */
  readonly replied?: Snowflake | null
  /** Of each file, where the author's own limit is not the one that counts: answers to interactions. */
  readonly fileBytesMax?: number
  /** Forwards and deferred answers may be empty. */
  readonly mayBeEmpty?: boolean
}

/**
 * Applies every rule about what a message may contain, stores its files and answers the draft for `postMessage`. All ways
 * of writing a message come through here: people and bots, webhooks, interaction answers, forum posts.
 */
export async function composeMessage(request: Composition): Promise<MessageDraft> {
  const { body, files, permissions, author } = request
  const faults = new Faults()
  const flags = (body.flags ?? 0) & (SETTABLE | (request.flagsAllowed ?? 0))
  const v2 = (flags & MessageFlag.IS_COMPONENTS_V2) !== 0
  const embeds = body.embeds?.length ? checkEmbeds(body.embeds, faults, ['embeds']) : []
  const components =
    body.components == null ? [] : checkMessageComponents(body.components, { v2 }, faults, ['components'])
  if (body.allowed_mentions) checkAllowedMentions(body.allowed_mentions, faults, ['allowed_mentions'])
  if (body.attachments) checkDescribedFiles(body.attachments, files, faults, ['attachments'])
  if (v2) refuseOldContent(body, faults)
  const poll = body.poll == null ? null : readPoll(body.poll, request.work.now, faults)
  if (faults.any) throw new ApiError('INVALID_FORM_BODY', { faults })
  if (files.length > 0 && !has(permissions, Permission.ATTACH_FILES)) throw new ApiError('MISSING_PERMISSIONS')
  if (poll && !has(permissions, Permission.SEND_POLLS)) throw new ApiError('MISSING_PERMISSIONS')
  checkVoiceMessage(flags, body, files, permissions)
  const content = trimmed(body.content)
  const empty = content === '' && embeds.length === 0 && components.length === 0 && files.length === 0 && !poll
  if (empty && !request.mayBeEmpty) throw new ApiError('EMPTY_MESSAGE')
  const attachments =
    files.length === 0
      ? []
      : await storeAttachments(
          {
            platform: request.platform,
            channelId: request.place.channel.id,
            nextId: () => request.work.nextId(),
            ephemeral: (flags & MessageFlag.EPHEMERAL) !== 0,
            fileBytesMax: request.fileBytesMax ?? fileBytesMax(author, request.place.view?.guild),
          },
          files,
          body.attachments ?? [],
        )
  return {
    author,
    type: MessageType.DEFAULT,
    content,
    flags,
    tts: body.tts === true && has(permissions, Permission.SEND_TTS_MESSAGES),
    nonce: body.nonce ?? null,
    embeds: has(permissions, Permission.EMBED_LINKS) ? linkAttachments(embeds, attachments) : [],
    components: linkAttachments(components, attachments),
    attachments,
    poll,
    ...mentionFields(request, v2 ? textOf(components) : content, request.replied ?? null),
  }
}

/** Whom a text mentions: only who may be, by `allowed_mentions`, the writer's permissions and the role's own switch. */
export function mentionFields(
  by: { body: { allowed_mentions?: MessageRequest['allowed_mentions'] }; permissions: bigint; place: Place },
  text: string,
  replied: Snowflake | null = null,
): Pick<Message, 'mentions' | 'mention_roles' | 'mention_everyone'> {
  const allowed = by.body.allowed_mentions ?? null
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

/** The words of a layout of components, for mentions in them. */
export function textOf(components: readonly Record<string, unknown>[]): string {
  return components
    .flatMap(({ content, components, accessory }) => [
      typeof content === 'string' ? content : '',
      Array.isArray(components) ? textOf(components) : '',
      typeof accessory === 'object' && accessory !== null ? textOf([accessory as Record<string, unknown>]) : '',
    ])
    .join('\n')
}

function trimmed(content: string | null | undefined): string {
  return content == null ? '' : content.trim()
}

/** With components v2 a message is its components alone. */
function refuseOldContent(body: MessageRequest, faults: Faults): void {
  for (const field of ['content', 'embeds', 'sticker_ids', 'poll'] as const) {
    const value = body[field]
    if (value == null || value === '' || (Array.isArray(value) && value.length === 0)) continue
    faults.add(
      [field],
      'MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2',
      `The '${field}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2`,
    )
  }
}
