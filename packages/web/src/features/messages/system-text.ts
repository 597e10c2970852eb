import type { ShownMessage } from '@guildhall/client/records'
import { MessageType } from '@guildhall/protocol'
import { t } from '../../lib/language/text.ts'

/** Types of messages that people and applications write. */
const WRITTEN: ReadonlySet<number> = new Set([
  MessageType.DEFAULT,
  MessageType.REPLY,
  MessageType.CHAT_INPUT_COMMAND,
  MessageType.CONTEXT_MENU_COMMAND,
  MessageType.THREAD_STARTER_MESSAGE,
])

const TEXTS: ReadonlyMap<number, (message: ShownMessage) => string> = new Map<
  number,
  (message: ShownMessage) => string
>([
  [
    MessageType.RECIPIENT_ADD,
    ({ mentions }) => t('added {name} to the group.', { name: mentions[0]?.username ?? t('a user') }),
  ],
  [
    MessageType.RECIPIENT_REMOVE,
    ({ mentions }) => t('removed {name} from the group.', { name: mentions[0]?.username ?? t('a user') }),
  ],
  [MessageType.CALL, () => t('started a call.')],
  [MessageType.CHANNEL_NAME_CHANGE, ({ content }) => t('changed the name to {name}.', { name: content })],
  [MessageType.CHANNEL_ICON_CHANGE, () => t('changed the icon.')],
  [MessageType.CHANNEL_PINNED_MESSAGE, () => t('pinned a message to this channel.')],
  [MessageType.USER_JOIN, () => t('joined the guild.')],
  [MessageType.GUILD_BOOST, () => t('boosted the guild.')],
  [MessageType.CHANNEL_FOLLOW_ADD, ({ content }) => t('added {name} to this channel.', { name: content })],
  [MessageType.THREAD_CREATED, ({ content }) => t('started a thread: {name}', { name: content })],
  [MessageType.AUTO_MODERATION_ACTION, () => t('blocked a message.')],
  [MessageType.STAGE_START, ({ content }) => t('started the stage: {topic}', { topic: content })],
  [MessageType.STAGE_END, ({ content }) => t('ended the stage: {topic}', { topic: content })],
  [MessageType.STAGE_SPEAKER, () => t('is now a speaker.')],
  [MessageType.STAGE_TOPIC, ({ content }) => t('changed the topic of the stage: {topic}', { topic: content })],
  [MessageType.POLL_RESULT, pollResult],
])

function pollResult({ embeds: [embed] }: ShownMessage): string {
  const fields = new Map(embed?.fields?.map(({ name, value }) => [name, value]))
  const winner = fields.get('victor_answer_text')
  const count = fields.get('victor_answer_votes') ?? 0
  const total = fields.get('total_votes') ?? 0
  const result = winner
    ? t('“{winner}” won with {count} of {total} votes.', { winner, count, total })
    : t('No answer won.')
  return t('closed the poll “{question}”. {result}', { question: fields.get('poll_question_text') ?? '', result })
}

/** Returns the text of a message that the platform wrote; null for one of a person or an application. */
export function systemText(message: ShownMessage): string | null {
  if (WRITTEN.has(message.type)) return null
  return TEXTS.get(message.type)?.(message) ?? (message.content || t('did something that this app does not know.'))
}
