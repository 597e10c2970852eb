import { ApplicationFlag, GAME_IDENTIFIES_MAX, GAME_SESSIONS_MAX, Intent, SHARD_GUILDS_MAX } from '@guildhall/protocol'
import type { Identity } from '../../resources/accounts/users/index.ts'
import type { Session } from './session.ts'

/** Reasons of refusals for the tape, which a client receives as op 9 or a close code only. */

/** Privileged intents with the application flags of which each needs one. */
const FLAGS_OF_INTENT = [
  ['GUILD_MEMBERS', ApplicationFlag.GATEWAY_GUILD_MEMBERS | ApplicationFlag.GATEWAY_GUILD_MEMBERS_LIMITED],
  ['GUILD_PRESENCES', ApplicationFlag.GATEWAY_PRESENCE | ApplicationFlag.GATEWAY_PRESENCE_LIMITED],
  ['MESSAGE_CONTENT', ApplicationFlag.GATEWAY_MESSAGE_CONTENT | ApplicationFlag.GATEWAY_MESSAGE_CONTENT_LIMITED],
] as const

/** Returns which privileged intents the application does not have. */
export function whyIntents(intents: number, flags: bigint): string {
  const missing = FLAGS_OF_INTENT.filter(([name, enough]) => (intents & Intent[name]) !== 0 && (flags & enough) === 0n)
  if (missing.length === 0) return `intents ${intents} contain bits that bots cannot have`
  return `the application has no flag for ${missing.map(([name]) => name).join(', ')}; a world file sets it with \`intents\``
}

/** Returns which limits a player may have reached. */
export function whyNotInGame({ userId }: Identity): string {
  return `user ${userId} has ${GAME_SESSIONS_MAX} connected sessions of the game, or identified ${GAME_IDENTIFIES_MAX} times in its window`
}

/** Returns why a token cannot resume a session. */
export function whyNotResumable(session: Session | undefined, identity: Identity, sessionId: string): string {
  const name = sessionId.slice(0, 8)
  if (!session) return `no session ${name} is known: it ended, was kept too long, or is of another platform`
  const own = session.identity
  if (own.userId !== identity.userId)
    return `session ${name} belongs to user ${own.userId}, the token to ${identity.userId}`
  if (own.kind !== identity.kind)
    return `session ${name} was opened with a ${own.kind} token, not a ${identity.kind} token`
  if (own.application?.id !== identity.application?.id)
    return `session ${name} and the token belong to different applications`
  const lacks = [...own.scopes].filter((scope) => identity.kind === 'bearer' && !identity.scopes.has(scope))
  if (lacks.length > 0) return `the token lacks scopes of session ${name}: ${lacks.join(', ')}`
  return `session ${name} uses the encoding ${session.encoding.name}`
}

/** Returns why missed dispatches cannot be sent again. */
export function whyNotReplayed({ id, replay, seq: last }: Session, seq: number): string {
  return `session ${id.slice(0, 8)} keeps dispatches ${replay.first} to ${last}; the client has ${seq}`
}

/** Returns why a shard is too large. */
export function whySharding(count: number): string {
  return `the shard has ${count} guilds, more than ${SHARD_GUILDS_MAX}`
}
