import { type EnumValue, enumOf } from './enum.ts'

/** Relationship of two users. Implicit and Suggestion never reach a game. */
export const RelationshipType = enumOf({
  None: 0,
  Friend: 1,
  Blocked: 2,
  PendingIncoming: 3,
  PendingOutgoing: 4,
  Implicit: 5,
  Suggestion: 6,
})
export type RelationshipType = EnumValue<typeof RelationshipType>

/** Group of friends by what they do now. */
export const RelationshipGroupType = enumOf({
  OnlinePlayingGame: 0,
  OnlineElsewhere: 1,
  Offline: 2,
})
export type RelationshipGroupType = EnumValue<typeof RelationshipGroupType>

/** Online status of a user. Blocked and Unknown are never sent to the server. */
export const StatusType = enumOf({
  Online: 0,
  Offline: 1,
  Blocked: 2,
  Idle: 3,
  Dnd: 4,
  Invisible: 5,
  Streaming: 6,
  Unknown: 7,
})
export type StatusType = EnumValue<typeof StatusType>

/** Format of a picture of a user. */
export const UserAvatarType = enumOf({
  Gif: 0,
  Webp: 1,
  Png: 2,
  Jpeg: 3,
})
export type UserAvatarType = EnumValue<typeof UserAvatarType>
