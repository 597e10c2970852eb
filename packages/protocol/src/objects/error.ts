import { type Static, Type } from 'typebox'
import { Flag, Int, maybe, Text } from './wire.ts'

/** The body of a refused request. `errors` names each faulty field of a form. [ERR-8] */
export const ErrorBody = Type.Object({ message: Text, code: Int, errors: maybe(Type.Unknown()) }, { title: 'Error' })
export type ErrorBody = Static<typeof ErrorBody>

/** How the OAuth2 endpoints refuse what concerns OAuth2. (RFC 6749, 5.2) */
export const OAuth2ErrorBody = Type.Object({ error: Text, error_description: maybe(Text) }, { title: 'OAuth2Error' })
export type OAuth2ErrorBody = Static<typeof OAuth2ErrorBody>

export const RateLimitBody = Type.Object(
  { message: Text, retry_after: Type.Number({ description: 'Seconds' }), global: Flag, code: maybe(Int) },
  { title: 'RateLimited' },
)
export type RateLimitBody = Static<typeof RateLimitBody>
