import {
  allow,
  BLOCKED_USERS_MAX,
  FRIEND_REQUESTS_MAX,
  FRIENDS_MAX,
  GAME_FRIENDS_MAX,
  IGNORED_USERS_MAX,
  RelationshipType,
  refuse,
  type Snowflake,
  type Verdict,
} from '@guildhall/protocol'
import type { User } from '../../../kernel/model.ts'
import { PLATFORM } from './model.ts'

const { NONE, FRIEND, BLOCKED, INCOMING_REQUEST, OUTGOING_REQUEST } = RelationshipType

/** Types of the relationships between two users in one layer, as each of them has it. */
export interface Pair {
  readonly mine: number
  readonly theirs: number
}

/** Numbers of relationships of a user in one layer, by type. */
export type Counts = ReadonlyMap<number, number>

/** Pending requests to strangers from which further ones are flagged as spam. */
const SPAM_REQUESTS_MIN = 25

/** Returns the pair after a request. A request to a user who has sent one makes both friends. */
export function afterRequest({ mine }: Pair): Pair {
  if (mine === INCOMING_REQUEST) return { mine: FRIEND, theirs: FRIEND }
  return { mine: OUTGOING_REQUEST, theirs: INCOMING_REQUEST }
}

/** Returns the pair after its first user removed a friend, a request or a block. A block of the other user stays. */
export function afterRemoval({ theirs }: Pair): Pair {
  return { mine: NONE, theirs: theirs === BLOCKED ? BLOCKED : NONE }
}

/** Returns the pair of a user who has two accounts with relationships to the same other user. */
export function merged(one: Pair, other: Pair): Pair {
  const types = [one, other]
  const [iBlock, theyBlock] = [
    types.some(({ mine }) => mine === BLOCKED),
    types.some(({ theirs }) => theirs === BLOCKED),
  ]
  if (iBlock || theyBlock) return { mine: iBlock ? BLOCKED : NONE, theirs: theyBlock ? BLOCKED : NONE }
  const asked = types.some(({ mine }) => mine === OUTGOING_REQUEST)
  const wasAsked = types.some(({ mine }) => mine === INCOMING_REQUEST)
  if (types.some(({ mine }) => mine === FRIEND) || (asked && wasAsked)) return { mine: FRIEND, theirs: FRIEND }
  if (asked) return { mine: OUTGOING_REQUEST, theirs: INCOMING_REQUEST }
  return wasAsked ? { mine: INCOMING_REQUEST, theirs: OUTGOING_REQUEST } : { mine: NONE, theirs: NONE }
}

/** Facts about a request that decide whether it may be sent. */
export interface FriendRequest extends Pair {
  /** 0 for the platform. */
  readonly applicationId: Snowflake
  readonly sender: Pick<User, 'id'>
  readonly target: Pick<User, 'id' | 'bot'>
  readonly blocked: boolean
  /** Whether the target's settings admit requests of the sender. */
  readonly welcome: boolean
  /** Whether the target has authorized the application. */
  readonly authorized: boolean
  readonly counts: { readonly sender: Counts; readonly target: Counts }
}

/** Whether a user may ask another to be a friend, or accept their request. */
export function mayRequestFriend(request: FriendRequest): Verdict {
  const { sender, target, mine } = request
  if (sender.id === target.id) return refuse('CANNOT_BEFRIEND_SELF', 'the target is the sender')
  if (target.bot) return refuse('BOTS_CANNOT_HAVE_FRIENDS', 'the target is a bot')
  if (request.blocked) return refuse('FRIEND_REQUEST_BLOCKED', 'one of the two blocks the other')
  if (mine === FRIEND) return refuse('ALREADY_FRIENDS', 'the two are friends')
  const accepts = mine === INCOMING_REQUEST
  if (!accepts && !request.authorized)
    return refuse('NO_COMMON_AUTHORIZATION', 'the target has not authorized the game')
  if (!accepts && !request.welcome) return refuse('FRIEND_REQUESTS_DISABLED', "the target's settings refuse requests")
  return hasRoom(request, accepts)
}

function hasRoom({ applicationId, counts }: FriendRequest, accepts: boolean): Verdict {
  const most = applicationId === PLATFORM ? FRIENDS_MAX : GAME_FRIENDS_MAX
  const full = (of: Counts) => (of.get(FRIEND) ?? 0) >= most
  if (full(counts.sender)) return refuse('TOO_MANY_FRIENDS', 'the sender has the most friends')
  if (accepts) return full(counts.target) ? refuse('TOO_MANY_FRIENDS', 'the target has the most friends') : allow
  if ((counts.sender.get(OUTGOING_REQUEST) ?? 0) >= FRIEND_REQUESTS_MAX)
    return refuse('TOO_MANY_FRIENDS', `${FRIEND_REQUESTS_MAX} requests of the sender wait`)
  if ((counts.target.get(INCOMING_REQUEST) ?? 0) >= FRIEND_REQUESTS_MAX)
    return refuse('FRIEND_REQUESTS_DISABLED', `${FRIEND_REQUESTS_MAX} requests to the target wait`)
  return allow
}

/** Whether a user may block another. */
export function mayBlock(fact: { self: boolean; blocked: number }): Verdict {
  if (fact.self) return refuse('CANNOT_BEFRIEND_SELF', 'users cannot block themselves')
  if (fact.blocked >= BLOCKED_USERS_MAX) return refuse('TOO_MANY_BLOCKED_USERS', `${fact.blocked} users are blocked`)
  return allow
}

/** Whether a user may ignore another. `ignored` counts ignored users without another relationship. */
export function mayIgnore(fact: { self: boolean; ignored: number }): Verdict {
  if (fact.self) return refuse('CANNOT_BEFRIEND_SELF', 'users cannot ignore themselves')
  if (fact.ignored >= IGNORED_USERS_MAX) return refuse('TOO_MANY_BLOCKED_USERS', `${fact.ignored} users are ignored`)
  return allow
}

/** Returns whether a request is flagged as spam: it comes from a stranger who waits for many other users too. */
export function isSpam({ stranger, pending }: { stranger: boolean; pending: number }): boolean {
  return stranger && pending >= SPAM_REQUESTS_MIN
}
