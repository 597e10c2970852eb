import { createHash, randomBytes } from 'node:crypto'
import type { Instant, Snowflake } from '@guildhall/protocol'

/** How a token is stored and looked up. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/** Three dot-separated parts, the first the base64 of the user id, as client libraries expect. [AUT-29] */
export function newToken(userId: Snowflake, now: Instant): string {
  const owner = Buffer.from(userId.toString()).toString('base64url')
  const time = Buffer.from(Math.floor(now / 1000).toString(36)).toString('base64url')
  return `${owner}.${time}.${randomBytes(27).toString('base64url')}`
}
