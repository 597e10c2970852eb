import { FRIEND_NOTE_MAX, RelationshipType } from '@guildhall/protocol'
import { Nullable, OneOf, Optional, OptionalNullable, SnowflakeId, Text, Type } from '../../../validation/schema.ts'

/** Accepts the request that waits, or sends one. */
const ACCEPT_OR_REQUEST = -1

export const UserPath = Type.Object({ user_id: SnowflakeId })
export const UserAndApplicationPath = Type.Object({ user_id: SnowflakeId, application_id: SnowflakeId })

/** Body of a request by username. `discriminator` is null for unique names. */
export const RequestByName = Type.Object({
  username: Text(1, 37),
  discriminator: OptionalNullable(Type.Union([Text(0, 4), Type.Integer({ minimum: 0, maximum: 9999 })])),
  note: OptionalNullable(Text(0, FRIEND_NOTE_MAX)),
})

export const GameRequestByName = Type.Object({ username: Text(1, 37) })

/** Body of a request by id. A friend is asked like a new one, because clients send either type for both. */
export const RequestById = Type.Object({
  type: Optional(Nullable(OneOf(ACCEPT_OR_REQUEST, RelationshipType.FRIEND, RelationshipType.BLOCKED))),
  note: OptionalNullable(Text(0, FRIEND_NOTE_MAX)),
})

export const GameRequestById = Type.Object({
  type: Optional(Nullable(OneOf(ACCEPT_OR_REQUEST, RelationshipType.FRIEND))),
})

export const AcceptGameRequest = Type.Object({ type: Optional(Nullable(OneOf(RelationshipType.FRIEND))) })

/** Limit of requests; the documentation names none. */
export const REQUEST_LIMIT = { bucket: 'friend_requests', limit: { limit: 30, windowMs: 60_000 } } as const
