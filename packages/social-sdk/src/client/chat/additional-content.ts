import { type GameDirectMessageObject, type LobbyMessageObject, MessageFlag, MessageType } from '@guildhall/protocol'
import { AdditionalContentType } from '../../enums/index.ts'
import { AdditionalContent } from '../../values/additional-content.ts'

const COUNT_MAX = 255
/** Types of messages whose text is that of their author. */
const TEXT_TYPES: readonly number[] = [
  MessageType.DEFAULT,
  MessageType.REPLY,
  MessageType.CHAT_INPUT_COMMAND,
  MessageType.CONTEXT_MENU_COMMAND,
]

type Fields = Pick<LobbyMessageObject, 'type' | 'flags' | 'attachments' | 'embeds' | 'sticker_items'> &
  Pick<Partial<GameDirectMessageObject>, 'thread' | 'components' | 'message_snapshots'> & {
    readonly poll?: { readonly question: { readonly text?: string } }
  }

/** Returns what a message holds besides its text: the kind that a game can describe best; null for text alone. */
export function additionalContentOf(message: Fields): AdditionalContent | null {
  const { attachments = [], embeds = [], sticker_items = [], components = [], message_snapshots = [] } = message
  const { poll, thread, flags, type } = message
  const { VoiceMessage, Attachment, Poll, Thread, Sticker, Embed, Other } = AdditionalContentType
  if ((flags & MessageFlag.IS_VOICE_MESSAGE) !== 0) return contentOf(VoiceMessage, 1)
  if (attachments.length > 0) return contentOf(Attachment, attachments.length)
  if (poll) return contentOf(Poll, 1, poll.question.text)
  if (thread) return contentOf(Thread, 1, thread.name)
  if (sticker_items.length > 0) return contentOf(Sticker, sticker_items.length)
  if (embeds.length > 0) return contentOf(Embed, embeds.length)
  const others = components.length + message_snapshots.length + (TEXT_TYPES.includes(type) ? 0 : 1)
  return others > 0 ? contentOf(Other, others) : null
}

function contentOf(type: AdditionalContentType, count: number, title?: string | null): AdditionalContent {
  const content = new AdditionalContent()
  content.SetType(type)
  content.SetCount(Math.min(count, COUNT_MAX))
  content.SetTitle(title)
  return content
}
