import { ApiError, demand, RelationshipType, type Snowflake } from '@guildhall/protocol'
import type { User } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { isOwnPlayer } from '../../../accounts/applications/model.ts'
import { findApplication } from '../../../accounts/applications/store.ts'
import { listAuthorizedUsers } from '../../../accounts/authorizations/store.ts'
import { listUsers } from '../../../accounts/users/store.ts'
import { ended, NO_DETAILS, PLATFORM, type StoredRelationship, visibleType } from '../model.ts'
import { afterRemoval, afterRequest, type Counts, type FriendRequest, isSpam, mayRequestFriend } from '../rules.ts'
import { countRelationships, isBlockedBetween, listRelationships } from '../store.ts'
import { areStrangers, isWelcome } from './acquaintance.ts'
import { lockParties, type Parties, type Sides, sidesOf } from './parties.ts'
import { saveRelationship } from './save.ts'
import { suggestFriends, withdrawSuggestion } from './suggestions.ts'

export interface RequestOptions {
  readonly note?: string | null
  /** Application with which the request is sent. */
  readonly origin?: Snowflake | null
  /** Refuses to send a request when none of the other user waits. */
  readonly onlyAccept?: boolean
}

/**
 * Sends a friend request, or accepts the one that waits. A repeated request changes nothing.
 *
 * @throws 80000 to 80009 or TOO_MANY_FRIENDS (30002); see `mayRequestFriend`
 */
export async function requestFriend(work: Work, parties: Parties, options: RequestOptions = {}): Promise<void> {
  await lockParties(work, parties, async () => {
    const sides = await sidesOf(work, parties)
    if (options.onlyAccept && sides.theirs.type !== RelationshipType.OUTGOING_REQUEST)
      throw new ApiError('NO_INCOMING_FRIEND_REQUEST')
    const request = await factsOf(work, parties, sides)
    demand(mayRequestFriend(request))
    if (request.mine === RelationshipType.OUTGOING_REQUEST) return
    const next = afterRequest(request)
    const sent = next.mine === RelationshipType.OUTGOING_REQUEST
    const details = sent ? await requestDetails(work, parties, request.counts.sender) : NO_DETAILS
    const note = sent ? (options.note ?? null) : null
    const origin = sent ? { origin_application_id: options.origin ?? null } : {}
    await saveBoth(work, parties, sides, {
      mine: { ...sides.mine, ...NO_DETAILS, ...origin, type: next.mine, since: work.now },
      theirs: { ...sides.theirs, ...details, ...origin, note, type: next.theirs, since: work.now },
    })
    if (!sent) await suggestFriends(work, parties)
  })
}

async function factsOf(work: Work, parties: Parties, { mine, theirs }: Sides): Promise<FriendRequest> {
  const { user, other, applicationId } = parties
  const platform = applicationId === PLATFORM
  return {
    mine: mine.type,
    theirs: theirs.type,
    applicationId,
    sender: user,
    target: other,
    blocked: await isBlockedBetween(work, user.id, other.id),
    welcome: !platform || (await isWelcome(work, parties)),
    authorized: platform || (await hasAuthorized(work, parties)),
    counts: {
      sender: await countRelationships(work, user.id, applicationId),
      target: await countRelationships(work, other.id, applicationId),
    },
  }
}

/** Returns what the target sees of a new request. */
async function requestDetails(work: Work, parties: Parties, counts: Counts) {
  if (parties.applicationId !== PLATFORM) return { stranger: false, spam: false }
  const stranger = await areStrangers(work, parties)
  return { stranger, spam: isSpam({ stranger, pending: counts.get(RelationshipType.OUTGOING_REQUEST) ?? 0 }) }
}

/** Ends a friendship, withdraws or rejects a request, or unblocks. Changes nothing without a relationship. */
export async function removeRelationship(work: Work, parties: Parties): Promise<void> {
  await lockParties(work, parties, async () => {
    const sides = await sidesOf(work, parties)
    if (visibleType(sides.mine) === RelationshipType.NONE) return
    const next = afterRemoval({ mine: sides.mine.type, theirs: sides.theirs.type })
    await saveBoth(work, parties, sides, {
      mine: ended(sides.mine),
      theirs: next.theirs === sides.theirs.type ? sides.theirs : ended(sides.theirs),
    })
    await withdrawSuggestion(work, parties)
  })
}

/** Rejects those incoming requests of the platform that `matches` selects. */
export async function rejectRequests(
  work: Work,
  user: User,
  matches: (request: StoredRelationship) => boolean,
): Promise<void> {
  const all = await listRelationships(work, user.id, PLATFORM)
  const requests = all.filter((one) => one.type === RelationshipType.INCOMING_REQUEST && matches(one))
  const senders = await listUsers(
    work,
    requests.map((one) => one.other_id),
  )
  for (const other of senders.values()) await removeRelationship(work, { user, other, applicationId: PLATFORM })
}

/**
 * Gives a friend a nickname, or null to remove it.
 *
 * @throws FRIENDS_ONLY (80006)
 */
export async function renameFriend(work: Work, parties: Parties, nickname: string | null): Promise<void> {
  await lockParties(work, parties, async () => {
    const { mine } = await sidesOf(work, parties)
    if (mine.type !== RelationshipType.FRIEND) throw new ApiError('FRIENDS_ONLY')
    if (mine.nickname === nickname) return
    await saveRelationship(work, { before: mine, after: { ...mine, nickname } }, parties.other)
  })
}

async function saveBoth(work: Work, { user, other }: Parties, before: Sides, after: Sides): Promise<void> {
  await saveRelationship(work, { before: before.mine, after: after.mine }, other)
  if (after.theirs !== before.theirs) await saveRelationship(work, { before: before.theirs, after: after.theirs }, user)
}

/** Returns whether the other user has authorized a game or its publisher. */
async function hasAuthorized(work: Work, { other, applicationId }: Parties): Promise<boolean> {
  const game = await findApplication(work, applicationId)
  if (!game) return false
  if (other.provisional_for !== null) return isOwnPlayer(other, game)
  for (const id of game.parent_id === null ? [game.id] : [game.id, game.parent_id]) {
    if ((await listAuthorizedUsers(work, id, [other.id], work.now)).has(other.id)) return true
  }
  return false
}
