import type { Snowflake } from '@guildhall/protocol'
import type { VoiceState } from '../../kernel/model.ts'

/**
 * Voice states at all nodes, by server (a guild, or the DM or lobby itself) and by session. Committed events keep them
 * current.
 */
export class VoicePlaces {
  readonly #servers = new Map<Snowflake, Map<Snowflake, VoiceState>>()
  readonly #sessions = new Map<string, Map<Snowflake, VoiceState>>()

  /** Notes the voice state of a user on a server. Returns the former one. */
  put(serverId: Snowflake, state: VoiceState): VoiceState | undefined {
    const before = this.find(serverId, state.user_id)
    if (before) this.#remove(serverId, before)
    if (state.channel_id === null) return before
    entryOf(this.#servers, serverId).set(state.user_id, state)
    entryOf(this.#sessions, state.session_id).set(serverId, state)
    return before
  }

  #remove(serverId: Snowflake, { user_id, session_id }: VoiceState): void {
    deleteFrom(this.#servers, serverId, user_id)
    deleteFrom(this.#sessions, session_id, serverId)
  }

  /** Returns the state of a user on a server. */
  find(serverId: Snowflake, userId: Snowflake): VoiceState | undefined {
    return this.#servers.get(serverId)?.get(userId)
  }

  /** Returns the states of a session. */
  of(sessionId: string): VoiceState[] {
    return [...(this.#sessions.get(sessionId)?.values() ?? [])]
  }

  /** Returns the states on a server. */
  on(serverId: Snowflake): Iterable<VoiceState> {
    return this.#servers.get(serverId)?.values() ?? []
  }

  /** Returns the states of all sessions in a channel. */
  in(channelId: Snowflake): VoiceState[] {
    const all = [...this.#sessions.values()].flatMap((states) => [...states.values()])
    return all.filter(({ channel_id }) => channel_id === channelId)
  }

  /** Forgets a session that has ended. */
  forget(sessionId: string): void {
    for (const [serverId, state] of [...(this.#sessions.get(sessionId) ?? [])]) this.#remove(serverId, state)
  }

  /** Forgets everyone on a server that was deleted. */
  removeServer(serverId: Snowflake): void {
    for (const state of [...this.on(serverId)]) this.#remove(serverId, state)
  }

  /** Forgets everyone. */
  clear(): void {
    this.#servers.clear()
    this.#sessions.clear()
  }
}

function entryOf<A, B>(map: Map<A, Map<B, VoiceState>>, key: A): Map<B, VoiceState> {
  const entry = map.get(key) ?? new Map<B, VoiceState>()
  map.set(key, entry)
  return entry
}

function deleteFrom<A, B>(map: Map<A, Map<B, VoiceState>>, key: A, inner: B): void {
  const entry = map.get(key)
  entry?.delete(inner)
  if (entry?.size === 0) map.delete(key)
}
