import { RelationshipGroupType, RelationshipType, StatusType } from '../../enums/index.ts'
import type { People } from '../users/people.ts'

/** Compares names without case. */
const names = new Intl.Collator(undefined, { sensitivity: 'accent' })

/** Returns the group of a friend. A friend of the game alone is seen only while playing it. */
function groupOf(people: People, id: bigint): RelationshipGroupType {
  const { presences, relationships, applicationId } = people
  const status = people.statusOf(id)
  if (status === StatusType.Offline || status === StatusType.Unknown) return RelationshipGroupType.Offline
  const isOfGameOnly = relationships.typeIn('platform', id) !== RelationshipType.Friend
  const isPlaying = isOfGameOnly || presences.activityIn(applicationId, id) !== undefined
  return isPlaying ? RelationshipGroupType.OnlinePlayingGame : RelationshipGroupType.OnlineElsewhere
}

/** Returns the friends of a group by display name. Of those elsewhere, users who have played the game come first. */
export function friendsOfGroup(people: People, group: RelationshipGroupType): bigint[] {
  const friends = friendsByName(people, (id) => groupOf(people, id) === group)
  if (group !== RelationshipGroupType.OnlineElsewhere) return friends
  const hasPlayed = (id: bigint) => people.relationships.hasPlayed(id)
  return [...friends.filter(hasPlayed), ...friends.filter((id) => !hasPlayed(id))]
}

/** Returns the friends of either layer whom a filter accepts, by display name. */
export function friendsByName(people: People, accepts: (id: bigint) => boolean = () => true): bigint[] {
  const friends = [...people.relationships.ids()].filter((id) => people.relationships.isFriend(id) && accepts(id))
  const named = friends.map((id) => ({ id, name: displayNameOf(people, id) }))
  return named.sort((one, other) => names.compare(one.name, other.name)).map(({ id }) => id)
}

function displayNameOf(people: People, id: bigint): string {
  const user = people.users.get(id)
  return user?.globalName ?? user?.username ?? ''
}
