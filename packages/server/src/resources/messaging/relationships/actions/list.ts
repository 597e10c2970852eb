import {
  type FriendSuggestionObject,
  type GameRelationshipObject,
  type RelationshipObject,
  RelationshipType,
  type Snowflake,
} from '@guildhall/protocol'
import type { User } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { listAuthorizedUsers } from '../../../accounts/authorizations/store.ts'
import { listUsers } from '../../../accounts/users/store.ts'
import { isListed, PLATFORM, type StoredRelationship } from '../model.ts'
import { presentGameRelationship, presentRelationship, presentSuggestion } from '../present.ts'
import { listRelationships } from '../store.ts'

/**
 * Returns the relationships of a user on the platform.
 *
 * @param applicationId application that reads them, for `has_played_game`; null for a person
 */
export async function relationshipsOf(
  work: Work,
  userId: Snowflake,
  applicationId: Snowflake | null,
): Promise<RelationshipObject[]> {
  const stored = await listRelationships(work, userId, PLATFORM)
  const known = await withUsers(work, stored.filter(isListed))
  if (applicationId === null) return known.map(([relationship, other]) => presentRelationship(relationship, other))
  const ids = known.map(([, { id }]) => id)
  const players = await listAuthorizedUsers(work, applicationId, ids, work.now)
  return known.map(([relationship, other]) =>
    presentRelationship(relationship, other, players.has(other.id) || other.provisional_for === applicationId),
  )
}

/**
 * Returns the relationships of a user in games: in one game, or in all for null.
 *
 * @param options.users whether the objects contain the other users
 */
export async function gameRelationshipsOf(
  work: Work,
  userId: Snowflake,
  applicationId: Snowflake | null,
  options: { users: boolean },
): Promise<GameRelationshipObject[]> {
  const stored = await listRelationships(work, userId, applicationId ?? undefined)
  const known = await withUsers(
    work,
    stored.filter((one) => one.application_id !== PLATFORM),
  )
  return known.map(([relationship, other]) => presentGameRelationship(relationship, options.users ? other : undefined))
}

/** Returns what READY of a person lists, by one read of the relationships of all layers. */
export async function readyRelationshipsOf(work: Work, userId: Snowflake) {
  const known = await withUsers(work, await listRelationships(work, userId))
  const platform = known.filter(([{ application_id }]) => application_id === PLATFORM)
  const games = known.filter(([{ application_id }]) => application_id !== PLATFORM)
  return {
    relationships: platform.filter(([one]) => isListed(one)).map(([one, other]) => presentRelationship(one, other)),
    game_relationships: games.map(([one, other]) => presentGameRelationship(one, other)),
    friend_suggestion_count: platform.filter(([{ type }]) => type === RelationshipType.SUGGESTION).length,
  }
}

/** Returns the friends of a user, with the layers in which they are friends: 0 for the platform, or games. */
export async function friendsOf(work: Work, userId: Snowflake): Promise<Map<Snowflake, Snowflake[]>> {
  const friends = new Map<Snowflake, Snowflake[]>()
  for (const { other_id, application_id, type } of await listRelationships(work, userId)) {
    if (type !== RelationshipType.FRIEND) continue
    const layers = friends.get(other_id)
    if (layers) layers.push(application_id)
    else friends.set(other_id, [application_id])
  }
  return friends
}

/** Returns those of `userIds` who have authorized an application. */
export async function playersOf(
  work: Work,
  applicationId: Snowflake,
  userIds: Iterable<Snowflake>,
): Promise<Set<Snowflake>> {
  return listAuthorizedUsers(work, applicationId, userIds, work.now)
}

/** Returns users whom a user may know, because they are friends in a game. */
export async function suggestionsFor(work: Work, userId: Snowflake): Promise<FriendSuggestionObject[]> {
  const stored = await listRelationships(work, userId, PLATFORM)
  const known = await withUsers(
    work,
    stored.filter(({ type }) => type === RelationshipType.SUGGESTION),
  )
  return known.map(([, other]) => presentSuggestion(other))
}

async function withUsers(
  work: Work,
  relationships: readonly StoredRelationship[],
): Promise<[StoredRelationship, User][]> {
  const users = await listUsers(
    work,
    relationships.map((one) => one.other_id),
  )
  return relationships.flatMap((one) => {
    const other = users.get(one.other_id)
    return other ? [[one, other] as [StoredRelationship, User]] : []
  })
}
