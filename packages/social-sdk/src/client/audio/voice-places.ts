import type { Session } from '../../connection/session.ts'

/** Switches of a participant of a call. */
export interface VoiceSwitches {
  readonly selfMute: boolean
  readonly selfDeaf: boolean
}

/** A participant joined, left or changed their switches. */
export interface VoiceChange {
  readonly lobbyId: bigint
  readonly userId: bigint
  readonly change: 'joined' | 'left' | 'switched'
  /** Gateway session of the participant. */
  readonly sessionId: string
}

interface WireVoiceState {
  readonly user_id: string
  readonly channel_id: string | null
  readonly session_id: string
  readonly self_mute: boolean
  readonly self_deaf: boolean
}

interface WireLobby {
  readonly id: string
  readonly voice_states?: readonly WireVoiceState[]
}

/** Lobbies of the player with who is in their calls. */
export class VoicePlaces {
  readonly #lobbies = new Map<bigint, Map<bigint, VoiceSwitches>>()
  /** Called after each change. */
  onChange: (change: VoiceChange) => void = () => undefined
  /** Called when the player is no longer in a lobby. */
  onGone: (lobbyId: bigint) => void = () => undefined

  constructor(session: Session) {
    session.on('READY', (ready) => this.#begin((ready as unknown as { lobbies?: WireLobby[] }).lobbies ?? []))
    session.on('LOBBY_CREATE', (lobby) => this.#add(lobby as unknown as WireLobby))
    session.on('LOBBY_DELETE', ({ id }) => {
      this.#lobbies.delete(BigInt(id))
      this.onGone(BigInt(id))
    })
    session.on('LOBBY_VOICE_STATE_UPDATE', (state) =>
      this.#change(BigInt((state as unknown as { lobby_id: string }).lobby_id), state as unknown as WireVoiceState),
    )
  }

  /** Returns whether the player is in a lobby. */
  has(lobbyId: bigint): boolean {
    return this.#lobbies.has(lobbyId)
  }

  /** Returns the participants of the call of a lobby. */
  participants(lobbyId: bigint): ReadonlyMap<bigint, VoiceSwitches> {
    return this.#lobbies.get(lobbyId) ?? new Map()
  }

  #begin(lobbies: readonly WireLobby[]): void {
    const former = new Set(this.#lobbies.keys())
    this.#lobbies.clear()
    for (const lobby of lobbies) this.#add(lobby)
    for (const id of former) if (!this.#lobbies.has(id)) this.onGone(id)
  }

  #add({ id, voice_states = [] }: WireLobby): void {
    this.#lobbies.set(BigInt(id), new Map(voice_states.map((state) => [BigInt(state.user_id), switchesOf(state)])))
  }

  #change(lobbyId: bigint, state: WireVoiceState): void {
    const participants = this.#lobbies.get(lobbyId)
    if (!participants) return
    const userId = BigInt(state.user_id)
    const was = participants.has(userId)
    if (state.channel_id === null) participants.delete(userId)
    else participants.set(userId, switchesOf(state))
    const change = state.channel_id === null ? 'left' : was ? 'switched' : 'joined'
    if (change === 'left' && !was) return
    this.onChange({ lobbyId, userId, change, sessionId: state.session_id })
  }
}

function switchesOf({ self_mute, self_deaf }: WireVoiceState): VoiceSwitches {
  return { selfMute: self_mute, selfDeaf: self_deaf }
}
