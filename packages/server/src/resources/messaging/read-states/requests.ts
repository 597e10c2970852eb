import { Int, Optional, OptionalNullable, SnowflakeId, Text, Type } from '../../../validation/schema.ts'

/** Channels in one request to acknowledge several. */
const ACKS_MAX = 100

/** Body of Acknowledge Message. Clients send further fields about views and flags, which are ignored. */
export const AckRequest = Type.Object({
  /** Token of an earlier response; it is no longer used. */
  token: OptionalNullable(Text(0, 200)),
  /** Whether the user marks the messages after this one as unread. */
  manual: Optional(Type.Boolean()),
  /** Clients' own count of mentions; the server counts by itself. */
  mention_count: Optional(Int(0, 2 ** 31 - 1)),
})

/** Body of Acknowledge Bulk. */
export const BulkAckRequest = Type.Object({
  read_states: Type.Array(
    Type.Object({
      channel_id: SnowflakeId,
      message_id: SnowflakeId,
      /** 0 is a channel; other types are ignored. */
      read_state_type: Optional(Int(0, 255)),
    }),
    { minItems: 1, maxItems: ACKS_MAX },
  ),
})
