import { MessageType, type Snowflake } from '@guildhall/protocol'
import { memberInGuild } from '../../../../access/member.ts'
import type { Application, Channel, Member, User } from '../../../../kernel/model.ts'
import type { StoreSession } from '../../../../kernel/store/store.ts'
import type { Work } from '../../../../kernel/work.ts'
import { findApplication } from '../../../accounts/applications/index.ts'
import { listUsers } from '../../../accounts/users/index.ts'
import { listChannelsById, presentThread } from '../../../guild/channels/index.ts'
import type { ChannelLocation, HydratedMessage, StoredMessage } from '../model.ts'
import { countVotes } from '../poll-store.ts'
import { countReactions } from '../reaction-store.ts'
import { listMessagesById } from '../store.ts'

/** Message types that are sent with the message they refer to. */
const REFERRING: readonly number[] = [MessageType.REPLY, MessageType.THREAD_STARTER_MESSAGE]

const NO_MEMBERS: ReadonlyMap<Snowflake, Member> = new Map()

/**
 * Loads everything that HTTP responses show of messages: authors, mentioned users, referenced messages, reactions,
 * votes, threads. Needs a fixed number of statements for a page.
 *
 * @param viewerId the user whose own reactions and votes are marked; 0 for none
 */
export async function hydrateMessages(
  session: StoreSession,
  messages: readonly StoredMessage[],
  viewerId: Snowflake,
): Promise<HydratedMessage[]> {
  const targets = messages.flatMap((message) =>
    REFERRING.includes(message.type) && message.reference?.message_id ? [message.reference.message_id] : [],
  )
  const referenced = new Map((await listMessagesById(session, targets)).map((message) => [message.id, message]))
  const all = [...messages, ...referenced.values()]
  const users = await listUsers(
    session,
    all.flatMap((message) => [message.author_id, ...message.mentions]),
  )
  const reactions = await countReactions(
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
  const applications = await applicationsOf(session, all)
  // Only the response and the event of Create Message carry a nonce.
  const hydrate = (message: StoredMessage): HydratedMessage => ({
    ...threadOf(message, threads),
    ...(message.activity && { application: applications.get(message.application_id) }),
    message: message.nonce === null ? message : { ...message, nonce: null },
    author: users.get(message.author_id),
    mentioned: message.mentions.flatMap((id) => users.get(id) ?? []),
    members: NO_MEMBERS,
    reactions: reactions.get(message.id) ?? [],
    votes: votes.get(message.id) ?? [],
  })
  return messages.map((message) => {
    if (!REFERRING.includes(message.type)) return hydrate(message)
    const target = message.reference?.message_id ? referenced.get(message.reference.message_id) : undefined
    return { ...hydrate(message), referenced: target ? hydrate(target) : null }
  })
}

/** Returns the applications of messages that invite to an activity. */
async function applicationsOf(
  session: StoreSession,
  messages: readonly StoredMessage[],
): Promise<Map<Snowflake | null, Application | undefined>> {
  const found = new Map<Snowflake | null, Application | undefined>()
  for (const { activity, application_id: id } of messages) {
    if (activity && id !== null && !found.has(id)) found.set(id, await findApplication(session, id))
  }
  return found
}

function threadOf(
  { thread_id }: StoredMessage,
  threads: ReadonlyMap<Snowflake, Channel>,
): Pick<HydratedMessage, 'thread'> {
  const thread = thread_id === null ? undefined : threads.get(thread_id)
  return thread ? { thread: presentThread(thread) } : {}
}

/** Loads what events show of a new or changed message: mentioned users, and members of the guild. */
export async function hydrateMessage(
  work: Work,
  { view }: ChannelLocation,
  message: StoredMessage,
  author: User | undefined,
  referenced?: HydratedMessage | null,
): Promise<HydratedMessage> {
  const users = message.mentions.length > 0 ? await listUsers(work, message.mentions) : new Map<Snowflake, User>()
  const mentioned = message.mentions.flatMap((id) => users.get(id) ?? [])
  const members = new Map<Snowflake, Member>()
  if (view) {
    for (const id of new Set([message.author_id, ...message.mentions])) {
      const member = message.webhook && id === message.author_id ? undefined : await memberInGuild(work, view, id)
      if (member) members.set(id, member)
    }
  }
  const application = message.activity ? (await applicationsOf(work, [message])).get(message.application_id) : undefined
  return {
    message,
    author,
    mentioned,
    members,
    ...(referenced === undefined ? {} : { referenced }),
    ...(application && { application }),
  }
}
