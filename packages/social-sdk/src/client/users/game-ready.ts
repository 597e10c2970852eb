import type {
  ChannelObject,
  CurrentUserObject,
  GameRelationshipObject,
  PresenceObject,
  RelationshipObject,
  UserApplicationProfileObject,
  UserObject,
} from '@guildhall/protocol'

/** Fields of READY for a game, as far as they are about users. */
export interface GameReady {
  readonly user: CurrentUserObject
  readonly application?: { readonly name?: string }
  readonly users?: readonly UserObject[]
  readonly relationships?: readonly RelationshipObject[]
  readonly game_relationships?: readonly GameRelationshipObject[]
  readonly presences?: readonly PresenceObject[]
  readonly private_channels?: readonly ChannelObject[]
  readonly user_application_profiles?: Readonly<Record<string, readonly UserApplicationProfileObject[]>>
}

/** Returns the users whom READY names: the player, others of relationships, and recipients of direct messages. */
export function usersOf(ready: GameReady): UserObject[] {
  const { user, users = [], relationships = [], game_relationships = [], private_channels = [] } = ready
  return [
    ...users,
    ...relationships.map((relationship) => relationship.user),
    ...game_relationships.flatMap((relationship) => relationship.user ?? []),
    ...private_channels.flatMap(({ recipients }) => recipients ?? []),
    user,
  ]
}
