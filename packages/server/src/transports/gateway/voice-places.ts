import type { Snowflake } from '@guildhall/protocol'
import type { VoiceState } from '../../kernel/model.ts'

/** Places in voice by session, kept current by the changes of voice states. */
export class VoicePlaces {
  readonly #states = new Map<string, Map<Snowflake, VoiceState>>()

  /** Notes a change on a server. Without `before`, the user was not connected there. */
  changed(change: { serverId: Snowflake; state: VoiceState; before?: VoiceState | undefined }): void {
    const { serverId, state, before } = change
    if (before) this.#remove(before.session_id, serverId)
    if (state.channel_id === null) return this.#remove(state.session_id, serverId)
    const states = this.#states.get(state.session_id) ?? new Map<Snowflake, VoiceState>()
    this.#states.set(state.session_id, states.set(serverId, state))
  }

  #remove(sessionId: string, serverId: Snowflake): void {
    const states = this.#states.get(sessionId)
    states?.delete(serverId)
    if (states?.size === 0) this.#states.delete(sessionId)
  }

  /** Returns the states of a session. */
  of(sessionId: string): VoiceState[] {
    return [...(this.#states.get(sessionId)?.values() ?? [])]
  }

  /** Forgets a session that has ended. */
  forget(sessionId: string): void {
    this.#states.delete(sessionId)
  }
}
