import { MessageType, type Snowflake } from '@guildhall/protocol'
import type { Channel, Member } from '../../kernel/model.ts'
import type { StoreSession } from '../../kernel/store/store.ts'
import { listChannelsById, presentThread } from '../channels/index.ts'
import { listUsers } from '../users/index.ts'
import type { Message, ShownMessage } from './message.ts'
import { countVotes } from './poll-store.ts'
import * as store from './store.ts'

/** Messages that are shown with the one they refer to. */
const REFERRING: readonly number[] = [MessageType.REPLY, MessageType.THREAD_STARTER_MESSAGE]

const NO_MEMBERS: ReadonlyMap<Snowflake, Member> = new Map()

/** Completes messages for showing over HTTP: authors, mentioned, what they reply to, reactions; a fixed number of statements for a page. */
export async function shownMessages(
  session: StoreSession,
  messages: readonly Message[],
  viewerId: Snowflake,
): Promise<ShownMessage[]> {
  const replies = messages.flatMap((message) =>
    REFERRING.includes(message.type) && message.reference?.message_id ? [message.reference.message_id] : [],
  )
  const referenced = new Map((await store.listByIds(session, replies)).map((message) => [message.id, message]))
  const all = [...messages, ...referenced.values()]
  const users = await listUsers(
    session,
    all.flatMap((message) => [message.author_id, ...message.mentions]),
  )
  const reactions = await store.countReactions(
    session,
    all.map((message) => message.id),
    viewerId,
  )
  const polls = all.filter((message) => message.poll).map((message) => message.id)
  const votes = await countVotes(session, polls, viewerId)
  const threads = await listChannelsById(
    session,
    all.flatMap((message) => message.thread_id ?? []),
  )
  // A nonce is for the answer and the event of the message's making alone.
  const show = (message: Message): ShownMessage => ({
    ...threadOf(message, threads),
    message: message.nonce === null ? message : { ...message, nonce: null },
    author: users.get(message.author_id),
    mentioned: message.mentions.flatMap((id) => users.get(id) ?? []),
    members: NO_MEMBERS,
    reactions: reactions.get(message.id) ?? [],
    votes: votes.get(message.id) ?? [],
  })
  return messages.map((message) => {
    if (!REFERRING.includes(message.type)) return show(message)
    const target = message.reference?.message_id ? referenced.get(message.reference.message_id) : undefined
    return { ...show(message), referenced: target ? show(target) : null }
  })
}

function threadOf({ thread_id }: Message, threads: ReadonlyMap<Snowflake, Channel>): Pick<ShownMessage, 'thread'> {
  const thread = thread_id === null ? undefined : threads.get(thread_id)
  return thread ? { thread: presentThread(thread) } : {}
}
