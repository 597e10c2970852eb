import { type Static, Type } from 'typebox'
import { Flag, Int, optional, Text } from './wire.ts'

/** Body of an error response. `errors` names each faulty field of a form. [ERR-8] */
export const ErrorBody = Type.Object({ message: Text, code: Int, errors: optional(Type.Unknown()) }, { title: 'Error' })
export type ErrorBody = Static<typeof ErrorBody>

/** Body of an OAuth2 error response. (RFC 6749, 5.2) */
export const OAuth2ErrorBody = Type.Object({ error: Text, error_description: optional(Text) }, { title: 'OAuth2Error' })
export type OAuth2ErrorBody = Static<typeof OAuth2ErrorBody>

export const RateLimitBody = Type.Object(
  { message: Text, retry_after: Type.Number({ description: 'Seconds' }), global: Flag, code: optional(Int) },
  { title: 'RateLimited' },
)
export type RateLimitBody = Static<typeof RateLimitBody>
