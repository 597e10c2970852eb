import { MessageType } from '@guildhall/protocol'
import type { ShownMessage } from '../../gateway/state.ts'

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
  [MessageType.RECIPIENT_ADD, ({ mentions }) => `added ${mentions[0]?.username ?? 'a user'} to the group.`],
  [MessageType.RECIPIENT_REMOVE, ({ mentions }) => `removed ${mentions[0]?.username ?? 'a user'} from the group.`],
  [MessageType.CALL, () => 'started a call.'],
  [MessageType.CHANNEL_NAME_CHANGE, ({ content }) => `changed the name to ${content}.`],
  [MessageType.CHANNEL_ICON_CHANGE, () => 'changed the icon.'],
  [MessageType.CHANNEL_PINNED_MESSAGE, () => 'pinned a message to this channel.'],
  [MessageType.USER_JOIN, () => 'joined the guild.'],
  [MessageType.GUILD_BOOST, () => 'boosted the guild.'],
  [MessageType.CHANNEL_FOLLOW_ADD, ({ content }) => `added ${content} to this channel.`],
  [MessageType.THREAD_CREATED, ({ content }) => `started a thread: ${content}`],
  [MessageType.AUTO_MODERATION_ACTION, () => 'blocked a message.'],
  [MessageType.STAGE_START, ({ content }) => `started the stage: ${content}`],
  [MessageType.STAGE_END, ({ content }) => `ended the stage: ${content}`],
  [MessageType.STAGE_SPEAKER, () => 'is now a speaker.'],
  [MessageType.STAGE_TOPIC, ({ content }) => `changed the topic of the stage: ${content}`],
  [MessageType.POLL_RESULT, pollResult],
])

function pollResult({ embeds: [embed] }: ShownMessage): string {
  const fields = new Map(embed?.fields?.map(({ name, value }) => [name, value]))
  const winner = fields.get('victor_answer_text')
  const votes = `${fields.get('victor_answer_votes') ?? 0} of ${fields.get('total_votes') ?? 0} votes`
  const result = winner ? `“${winner}” won with ${votes}.` : 'No answer won.'
  return `closed the poll “${fields.get('poll_question_text') ?? ''}”. ${result}`
}

/** Returns the text of a message that the platform wrote; null for one of a person or an application. */
export function systemText(message: ShownMessage): string | null {
  if (WRITTEN.has(message.type)) return null
  return TEXTS.get(message.type)?.(message) ?? (message.content || 'did something that this app does not know.')
}
