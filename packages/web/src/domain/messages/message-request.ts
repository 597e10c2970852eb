import type { BodyOf } from '@guildhall/client'
import { MessageFlag } from '@guildhall/protocol'
import type { ChosenFile } from './chosen-files.ts'
import type { Reply } from './replies.ts'

/** A poll as people write it. */
export interface PollDraft {
  readonly question: string
  readonly answers: readonly { readonly text: string; readonly emoji: { id?: string; name: string } | null }[]
  /** Hours for which it is open. */
  readonly duration: number
  readonly multiple: boolean
}

/** A recording: its sound with what players show before they load it. */
export interface Recording {
  readonly file: File
  readonly durationSeconds: number
  /** Loudness over time, one byte each, in base64. */
  readonly waveform: string
}

/** Content of a message that a person sends. */
export interface Draft {
  readonly channelId: string
  readonly content?: string
  readonly files?: readonly ChosenFile[]
  readonly reply?: Reply | undefined
  readonly stickers?: readonly { id: string; name: string; format_type: number }[]
  readonly poll?: PollDraft
  readonly recording?: Recording
  readonly forward?: { readonly channelId: string; readonly messageId: string }
  /** Whether nobody is notified. */
  readonly silent?: boolean
}

const SILENT = /^@silent(?:\s+|$)/

/** Returns a draft whose text began with `@silent` as a silent one without that word. */
export function withoutSilentMark(content: string): { content: string; silent: boolean } {
  return SILENT.test(content) ? { content: content.replace(SILENT, ''), silent: true } : { content, silent: false }
}

/** Returns the files of a draft in the order in which they are uploaded. */
export function filesOf({ files = [], recording }: Draft): readonly File[] {
  return recording ? [recording.file] : files.map(({ file }) => file)
}

type MessageBody = BodyOf<'create_message'>

/** Returns the body of the request that sends a draft. */
export function messageRequest(draft: Draft, nonce: string): MessageBody {
  const { content = '', stickers = [], poll, silent = false, recording } = draft
  const attachments = attachmentsOf(draft)
  const flags =
    (silent ? MessageFlag.SUPPRESS_NOTIFICATIONS : 0) | (recording === undefined ? 0 : MessageFlag.IS_VOICE_MESSAGE)
  return {
    nonce,
    // A request whose response was lost is sent again.
    enforce_nonce: true,
    ...(content === '' ? {} : { content }),
    ...(flags === 0 ? {} : { flags }),
    ...(stickers.length === 0 ? {} : { sticker_ids: stickers.map(({ id }) => id) }),
    ...(attachments.length === 0 ? {} : { attachments }),
    ...(poll ? { poll: pollRequest(poll) } : {}),
    ...referenceOf(draft),
  }
}

function attachmentsOf({ files = [], recording }: Draft): NonNullable<MessageBody['attachments']> {
  if (recording) {
    const { file, durationSeconds, waveform } = recording
    return [{ id: '0', filename: file.name, duration_secs: durationSeconds, waveform }]
  }
  return files.map(({ file, description, spoiler }, index) => ({
    id: String(index),
    filename: file.name,
    ...(description === '' ? {} : { description }),
    ...(spoiler ? { is_spoiler: true } : {}),
  }))
}

function pollRequest({ question, answers, duration, multiple }: PollDraft): NonNullable<MessageBody['poll']> {
  return {
    question: { text: question },
    answers: answers.map(({ text, emoji }) => ({ poll_media: emoji ? { text, emoji } : { text } })),
    duration,
    allow_multiselect: multiple,
  }
}

/** Types of references to messages. */
const FORWARD = 1

function referenceOf({
  channelId,
  reply,
  forward,
}: Draft): Pick<MessageBody, 'message_reference' | 'allowed_mentions'> {
  if (forward) {
    const { channelId: channel_id, messageId: message_id } = forward
    return { message_reference: { type: FORWARD, channel_id, message_id } }
  }
  if (!reply) return {}
  return {
    message_reference: { message_id: reply.message.id, channel_id: channelId },
    ...(reply.mention ? {} : { allowed_mentions: { parse: ['users', 'roles', 'everyone'], replied_user: false } }),
  }
}
