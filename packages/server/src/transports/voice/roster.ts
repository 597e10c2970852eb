import type { Snowflake } from '@guildhall/protocol'
import type { VoiceState } from '../../kernel/model.ts'
import type { VoiceTicket } from '../../kernel/voice.ts'

/** Voice states of connected users, by server (a guild, or the DM or lobby itself) and user. */
export class Roster {
  readonly #servers = new Map<Snowflake, Map<Snowflake, VoiceState>>()
  /** Servers whose calls are never encrypted: screens that are shared in stage channels. */
  readonly #plain = new Set<Snowflake>()

  /** Replaces a voice state. One without a channel is removed. */
  put(serverId: Snowflake, state: VoiceState, encrypts = true): void {
    const server = this.#servers.get(serverId) ?? new Map<Snowflake, VoiceState>()
    this.#servers.set(serverId, server)
    if (state.channel_id === null) server.delete(state.user_id)
    else server.set(state.user_id, state)
    if (server.size === 0) this.removeServer(serverId)
    else if (!encrypts) this.#plain.add(serverId)
  }

  /** Whether the calls of a server are never encrypted. */
  isPlain(serverId: Snowflake): boolean {
    return this.#plain.has(serverId)
  }

  /** Returns all voice states. */
  get all(): { serverId: Snowflake; state: VoiceState }[] {
    return [...this.#servers].flatMap(([serverId, states]) =>
      [...states.values()].map((state) => ({ serverId, state })),
    )
  }

  /** Removes all voice states of a server. */
  removeServer(serverId: Snowflake): void {
    this.#servers.delete(serverId)
    this.#plain.delete(serverId)
  }

  of(serverId: Snowflake, userId: Snowflake): VoiceState | undefined {
    return this.#servers.get(serverId)?.get(userId)
  }

  /** Returns whether the user is where a ticket says. */
  has({ serverId, userId, channelId, sessionId }: VoiceTicket): boolean {
    const state = this.of(serverId, userId)
    return state?.channel_id === channelId && state.session_id === sessionId
  }
}
