import { createHash, randomBytes } from 'node:crypto'
import type { Instant, Snowflake } from '@guildhall/protocol'

/** Returns the hash under which a token is stored and looked up. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/**
 * Returns a new token of three parts separated by dots. The first is the user id in base64, as client libraries expect.
 * [AUT-29]
 */
export function newToken(userId: Snowflake, now: Instant): string {
  const owner = Buffer.from(userId.toString()).toString('base64url')
  const time = Buffer.from(Math.floor(now / 1000).toString(36)).toString('base64url')
  return `${owner}.${time}.${randomBytes(27).toString('base64url')}`
}

/** Returns the public name of a session. The hash of its token cannot be derived from it. */
export function sessionIdHash(hash: string): string {
  return createHash('sha256').update(`session ${hash}`).digest('base64')
}

/** Name of every account that was deleted. Nobody else may have it. */
export const DELETED_NAME = 'deleted_user'
export const DELETED_DISCRIMINATOR = '0000'

/** Length of a password that a person chooses. Former passwords may be longer. */
export const FORMER_PASSWORD_MAX = 1024
