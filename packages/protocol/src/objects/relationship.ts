import { type Static, Type } from 'typebox'
import { UserObject } from './user.ts'
import { Flag, Id, Int, nullable, optional, Text, Time } from './wire.ts'

export const RelationshipObject = Type.Object(
  {
    /** Id of the other user. */
    id: Id,
    type: Int,
    user: UserObject,
    nickname: nullable(Text),
    is_spam_request: optional(Flag),
    stranger_request: optional(Flag),
    user_ignored: Flag,
    origin_application_id: optional(nullable(Id)),
    since: optional(Time),
    /** Whether the other user has authorized the application of the caller; only for applications. */
    has_played_game: optional(Flag),
    note: optional(Text),
  },
  { title: 'Relationship' },
)
export type RelationshipObject = Static<typeof RelationshipObject>

export const GameRelationshipObject = Type.Object(
  {
    /** Id of the other user. */
    id: Id,
    application_id: Id,
    type: Int,
    user: optional(UserObject),
    since: Time,
    dm_access_type: Int,
    user_id: Id,
  },
  { title: 'GameRelationship' },
)
export type GameRelationshipObject = Static<typeof GameRelationshipObject>

export const FriendSuggestionObject = Type.Object(
  {
    suggested_user: UserObject,
    reasons: Type.Array(Type.Object({ type: Int, platform_type: Text, name: Text })),
  },
  { title: 'FriendSuggestion' },
)
export type FriendSuggestionObject = Static<typeof FriendSuggestionObject>
