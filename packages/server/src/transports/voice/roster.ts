import type { Snowflake } from '@guildhall/protocol'
import type { VoiceState } from '../../kernel/model.ts'
import type { VoiceTicket } from '../../kernel/voice.ts'

/** Voice states of connected users, by server (a guild, or the DM or lobby itself) and user. */
export class Roster {
  readonly #servers = new Map<Snowflake, Map<Snowflake, VoiceState>>()

  /** Replaces a voice state. One without a channel is removed. */
  put(serverId: Snowflake, state: VoiceState): void {
    const server = this.#servers.get(serverId) ?? new Map<Snowflake, VoiceState>()
    this.#servers.set(serverId, server)
    if (state.channel_id === null) server.delete(state.user_id)
    else server.set(state.user_id, state)
    if (server.size === 0) this.#servers.delete(serverId)
  }

  /** Removes all voice states of a server. */
  removeServer(serverId: Snowflake): void {
    this.#servers.delete(serverId)
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
