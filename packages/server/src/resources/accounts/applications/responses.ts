import { wire } from '@guildhall/protocol'
import { Nullable, OneOf, Type } from '../../../validation/schema.ts'

const State = OneOf('approved', 'on', 'off')

/** Approvals of the operator for an application, and its request for more. */
export const ApplicationReview = Type.Object({
  /** Users who share a guild with the bot, counted up to `review_from_users`. */
  users: Type.Integer(),
  review_from_users: Type.Integer(),
  intents: Type.Record(Type.String(), State),
  approved_at: Nullable(wire.Time),
  /** From this time the owner should apply again. */
  reapply_at: Nullable(wire.Time),
  /** Whether that time has come and no request waits. */
  reapply_due: Type.Boolean(),
  /** From this time the approved intents are refused. */
  ends_at: Nullable(wire.Time),
  request: Nullable(
    Type.Object({ intents: Type.Array(Type.String()), reason: Type.String(), requested_at: wire.Time }),
  ),
  verified: Type.Boolean(),
  identify_premium: Type.Boolean(),
  social_layer: Type.Boolean(),
  /** Whether the application is a game of the social layer. */
  game: Type.Boolean(),
  /** Whether hidden channels are obfuscated for every bot: `channel_obfuscation_opt_in` has ended. */
  obfuscation_for_all: Type.Boolean(),
})
