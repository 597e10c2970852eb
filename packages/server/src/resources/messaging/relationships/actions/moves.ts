import { RelationshipType, type Snowflake } from '@guildhall/protocol'
import type { Application, User } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import type { Players } from '../../../accounts/applications/consequences.ts'
import { listAuthorizedUsers } from '../../../accounts/authorizations/store.ts'
import type { AccountMove } from '../../../accounts/users/consequences.ts'
import { listUsers } from '../../../accounts/users/store.ts'
import { ended, NO_DETAILS, noRelationship, PLATFORM, type StoredRelationship, visibleType } from '../model.ts'
import { merged } from '../rules.ts'
import {
  isBlockedBetween,
  listRelationships,
  listRelationshipsOfGame,
  listRelationshipsOfOthers,
  listRelationshipsTo,
} from '../store.ts'
import { blockUser } from './blocks.ts'
import { lockParties, type Parties, type Sides, sidesOf } from './parties.ts'
import { saveRelationship } from './save.ts'

const { NONE, FRIEND, BLOCKED } = RelationshipType

/**
 * Moves the relationships of a provisional account to the full account that it merges into. Both accounts may have one
 * to the same user. Then a block is kept before a friendship, and a friendship before a request.
 */
export async function moveRelationships(work: Work, { kind, from, to, application }: AccountMove): Promise<void> {
  if (kind === 'unmerge') return copyRelationships(work, { from, to, application })
  const own = await listRelationships(work, from.id)
  const ofOthers = await listRelationshipsOfOthers(work, from.id)
  const layersByOther = new Map<Snowflake, Set<Snowflake>>()
  const note = (otherId: Snowflake, layer: Snowflake) => {
    const layers = layersByOther.get(otherId) ?? new Set()
    layersByOther.set(otherId, layers.add(layer))
  }
  for (const { other_id, application_id } of own) note(other_id, application_id)
  for (const { user_id, application_id } of ofOthers) note(user_id, application_id)
  const others = await listUsers(work, layersByOther.keys())
  for (const [otherId, layers] of layersByOther) {
    const other = others.get(otherId)
    if (other) await mergeAbout(work, { from, to, other }, layers)
  }
}

async function mergeAbout(
  work: Work,
  { from, to, other }: { from: User; to: User; other: User },
  layers: ReadonlySet<Snowflake>,
): Promise<void> {
  await lockParties(work, { user: to, other, applicationId: PLATFORM }, async () => {
    for (const applicationId of [...layers].sort()) {
      const former = await sidesOf(work, { user: from, other, applicationId })
      await saveSides(work, { user: from, other, applicationId }, former, {
        mine: noRelationship(former.mine),
        theirs: noRelationship(former.theirs),
      })
      if (other.id === to.id) continue
      const parties = { user: to, other, applicationId }
      const present = await sidesOf(work, parties)
      const pair = merged(typesOf(present), typesOf(former))
      await saveSides(work, parties, present, {
        mine: moved(present.mine, former.mine, pair.mine),
        theirs: moved(present.theirs, former.theirs, pair.theirs),
      })
    }
    if (other.id !== to.id && (await isBlockedBetween(work, to.id, other.id))) await endGames(work, to, other)
  })
}

/** Ends the relationships in games of two users of whom one blocks the other. */
async function endGames(work: Work, user: User, other: User): Promise<void> {
  for (const { application_id } of await listRelationshipsTo(work, user.id, other.id)) {
    if (application_id === PLATFORM) continue
    const parties = { user, other, applicationId: application_id }
    const sides = await sidesOf(work, parties)
    await saveSides(work, parties, sides, { mine: ended(sides.mine), theirs: ended(sides.theirs) })
  }
}

const typesOf = ({ mine, theirs }: Sides) => ({ mine: visibleType(mine), theirs: visibleType(theirs) })

/** Returns a relationship with the type of a merged pair, and with the fields of the side that had this type. */
function moved(present: StoredRelationship, former: StoredRelationship, type: number): StoredRelationship {
  const ignored = present.ignored || former.ignored
  if (type === present.type) return ignored === present.ignored ? present : { ...present, ignored }
  if (type === NONE) return { ...ended(present), ignored }
  const { user_id, other_id, application_id } = present
  const source = former.type === type ? former : { ...present, since: present.since ?? former.since }
  const request = type === FRIEND ? NO_DETAILS : {}
  return { ...source, ...request, user_id, other_id, application_id, type, ignored }
}

/**
 * Copies to a new provisional account the friends that a full account has in the game, its friends on the platform who
 * play the game, and the blocks of other users.
 */
async function copyRelationships(
  work: Work,
  { from, to, application }: { from: User; to: User; application: Application },
): Promise<void> {
  const own = (await listRelationships(work, from.id)).filter(({ type }) => type === FRIEND)
  const friends = own.filter(({ application_id }) => application_id === PLATFORM)
  const ids = friends.map(({ other_id }) => other_id)
  const players = await listAuthorizedUsers(work, application.id, ids, work.now)
  const blockers = (await listRelationshipsOfOthers(work, from.id)).filter(({ type }) => type === BLOCKED)
  const others = await listUsers(work, [...own.map(({ other_id }) => other_id), ...blockers.map((one) => one.user_id)])
  for (const { other_id, application_id } of own) {
    const other = others.get(other_id)
    const plays = players.has(other_id) || other?.provisional_for === application.id
    const copied = application_id === PLATFORM ? plays : application_id === application.id
    if (other && copied) await befriend(work, { user: to, other, applicationId: application_id })
  }
  for (const { user_id } of blockers) {
    const blocker = others.get(user_id)
    if (blocker) await blockUser(work, { user: blocker, other: to, applicationId: PLATFORM })
  }
}

async function befriend(work: Work, parties: Parties): Promise<void> {
  await lockParties(work, parties, async () => {
    const sides = await sidesOf(work, parties)
    // A publisher's games are copied one after another, and share the platform's layer.
    if (sides.mine.type === FRIEND) return
    const friend = { type: FRIEND, since: work.now }
    await saveSides(work, parties, sides, {
      mine: { ...sides.mine, ...friend },
      theirs: { ...sides.theirs, ...friend },
    })
  })
}

async function saveSides(work: Work, { user, other }: Parties, before: Sides, after: Sides): Promise<void> {
  if (after.mine !== before.mine) await saveRelationship(work, { before: before.mine, after: after.mine }, other)
  if (after.theirs !== before.theirs) await saveRelationship(work, { before: before.theirs, after: after.theirs }, user)
}

/**
 * Ends all relationships of an application's game, and those of its provisional accounts, which are deleted next.
 * [AUT-24]
 */
export async function purgeRelationships(work: Work, { application, provisionalUserIds }: Players): Promise<void> {
  await endAll(work, await listRelationshipsOfGame(work, application.id))
  for (const userId of provisionalUserIds) {
    await endAll(work, await listRelationships(work, userId))
    await endAll(work, await listRelationshipsOfOthers(work, userId))
  }
}

async function endAll(work: Work, relationships: readonly StoredRelationship[]): Promise<void> {
  const users = await listUsers(
    work,
    relationships.map(({ other_id }) => other_id),
  )
  for (const relationship of relationships) {
    const other = users.get(relationship.other_id)
    if (other) await saveRelationship(work, { before: relationship, after: noRelationship(relationship) }, other)
  }
}
