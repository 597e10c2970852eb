import { allow, FriendSource, refuse, type Verdict } from '@guildhall/protocol'
import { isLoopbackHost } from '../../../validation/loopback-host.ts'
import { DELETED_NAME } from './model.ts'

/** Texts that a reader could take for a mention or for the platform itself. */
const RESERVED_TEXTS = ['@', '#', ':', '```', 'discord'] as const
const RESERVED_NAMES: readonly string[] = ['everyone', 'here', DELETED_NAME]
/** Persons have no discriminator, so their names use few characters, which readers can tell apart. */
const PERSON_NAME = /^(?!.*\.\.)[a-z0-9_.]+$/

/** Whether a user may have this name. The request schema checks the length. */
export function mayHaveName(name: string, user: { bot: boolean }): Verdict {
  const found = RESERVED_TEXTS.find((text) => name.toLowerCase().includes(text))
  if (found) return refuse('INVALID_FORM_BODY', `Username cannot contain "${found}"`)
  if (RESERVED_NAMES.includes(name.toLowerCase())) return refuse('INVALID_FORM_BODY', `Username cannot be "${name}"`)
  if (name.trim() !== name) return refuse('INVALID_FORM_BODY', 'Username cannot begin or end with a space')
  if (!user.bot && !PERSON_NAME.test(name))
    return refuse('INVALID_FORM_BODY', 'Username must only contain numbers, letters, underscores _, or periods .')
  return allow
}

/** Headers of a request for sign-in without a password. */
export interface DemoRequest {
  readonly host: string | undefined
  readonly origin: string | undefined
  readonly fetchSite: string | undefined
  /** Whether a proxy passed the request on. */
  readonly isForwarded: boolean
}

/**
 * Returns whether a request may sign in without a password. It must come from a page of this platform or from a
 * program, and address this machine. The name in `Host` excludes sites that resolve their own name to this machine.
 */
export function mayUseDemoSignIn({ host, origin, fetchSite, isForwarded }: DemoRequest): boolean {
  if (isForwarded || host === undefined || !isLoopbackHost(host.replace(/:\d{1,5}$/, ''))) return false
  if (fetchSite !== undefined && fetchSite !== 'same-origin' && fetchSite !== 'none') return false
  return origin === undefined || origin === `http://${host}` || origin === `https://${host}`
}

/** Returns the bits of users who may send friend requests. `all` includes the other two. */
export function friendSources(flags: {
  all?: boolean | undefined
  mutual_friends?: boolean | undefined
  mutual_guilds?: boolean | undefined
}): number {
  if (flags.all) return FriendSource.EVERYONE
  const friends = flags.mutual_friends ? FriendSource.MUTUAL_FRIENDS : 0
  return friends | (flags.mutual_guilds ? FriendSource.MUTUAL_GUILDS : 0)
}
