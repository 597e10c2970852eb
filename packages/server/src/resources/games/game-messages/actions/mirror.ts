/** Messages of linked channels in their lobbies. Edits and deletions by any operation follow. */
import { isDeepStrictEqual } from 'node:util'
import { MessageFlag, MessageType } from '@guildhall/protocol'
import type { Work } from '../../../../kernel/work.ts'
import type { MessageAt, MessagesOfChannel } from '../../../messaging/messages/consequences.ts'
import type { StoredMessage } from '../../../messaging/messages/model.ts'
import { type ChannelMessageParts, GAME_MESSAGE_DEFAULTS } from '../model.ts'
import { findGameMessage, listGameMessagesById } from '../store.ts'
import { removeLobbyMessage, saveLobbyMessageEdit, saveNewLobbyMessage } from './save-lobby-message.ts'

/** Message types with a text of their author. System messages stay in the channel. */
const MIRRORED: readonly number[] = [
  MessageType.DEFAULT,
  MessageType.REPLY,
  MessageType.CHAT_INPUT_COMMAND,
  MessageType.CONTEXT_MENU_COMMAND,
]

/** Passes a new message of a linked channel on to the lobby, unless it came from there. */
export async function mirrorNewMessage(work: Work, { location, hydrated: { message } }: MessageAt): Promise<void> {
  const link = location.channel.linked_lobby
  if (!link || !MIRRORED.includes(message.type) || isFromLobby(message)) return
  await saveNewLobbyMessage(work, {
    ...GAME_MESSAGE_DEFAULTS,
    id: message.id,
    channel_id: link.lobby_id,
    application_id: link.application_id,
    author_id: message.author_id,
    type: message.type,
    flags: message.flags,
    content: message.content,
    edited_at: null,
    parts: partsOf(message),
  })
}

/** Passes an edit in a linked channel on to the lobby. */
export async function mirrorEdit(work: Work, { location, hydrated: { message } }: MessageAt): Promise<void> {
  const link = location.channel.linked_lobby
  const before = link && (await findGameMessage(work, link.lobby_id, message.id))
  if (!before) return
  const { content, edited_at } = message
  const parts = isFromLobby(message) ? before.parts : partsOf(message)
  if (content === before.content && isDeepStrictEqual(parts, before.parts)) return
  await saveLobbyMessageEdit(work, before, { content, edited_at, parts })
}

/** Passes deletions in a linked channel on to the lobby. */
export async function mirrorDeletions(work: Work, { location, ids }: MessagesOfChannel): Promise<void> {
  const link = location.channel.linked_lobby
  if (!link) return
  for (const message of await listGameMessagesById(work, link.lobby_id, ids)) await removeLobbyMessage(work, message)
}

function isFromLobby({ flags }: StoredMessage): boolean {
  return (flags & MessageFlag.SENT_BY_SOCIAL_LAYER_INTEGRATION) !== 0
}

/** Returns what a message contains besides its text; null for text alone by a user. */
function partsOf(message: StoredMessage): ChannelMessageParts | null {
  const { mentions, attachments, embeds, sticker_items, poll, webhook, webhook_id } = message
  const empty = [mentions, attachments, embeds, sticker_items].every((list) => list.length === 0)
  if (empty && !poll && !webhook) return null
  return {
    mentions: mentions.map(String),
    attachments,
    embeds,
    sticker_items,
    poll: poll ? (poll.question.text ?? '') : null,
    webhook: webhook && webhook_id ? { ...webhook, id: webhook_id.toString() } : null,
  }
}
