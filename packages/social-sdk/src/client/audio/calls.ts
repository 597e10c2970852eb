import { GatewayOp } from '@guildhall/protocol/constants'
import type { Session } from '../../connection/session.ts'
import { CallError, CallStatus } from '../../enums/index.ts'
import { loadedOnce } from '../../objects/loaded-once.ts'
import type { VoiceRuntime } from '../../voice/transport.ts'
import type { ClientContext } from '../context.ts'
import { ActiveCall, type AudioCallbacks } from './active-call.ts'
import { CallHandlers } from './call-handlers.ts'
import type { Sound } from './sound.ts'
import type { VoiceChange, VoicePlaces } from './voice-places.ts'

/** Time within which the server names a voice server. */
const JOIN_TIMEOUT_MS = 15_000
/** Pause before the server is asked for the voice server again. */
const ASK_AGAIN_MS = 2_000
/** Close codes by which the voice server says that the player may not be in the call. */
const REFUSED: readonly number[] = [4004, 4014]
/** Close codes by which the call has ended. */
const ENDED: readonly number[] = [1000, 4022]
/** Close codes that would come again: the server does not understand this Client, or refuses how it speaks. [VER-10] */
const FINAL: readonly number[] = [4002, 4003, 4012, 4016, 4017, 4020]

interface Entry {
  readonly call: ActiveCall
  join: ReturnType<typeof setTimeout> | undefined
  again: ReturnType<typeof setTimeout> | undefined
}

/** Calls that the player is in. */
export class Calls {
  readonly #context: ClientContext
  readonly #session: Session
  readonly #places: VoicePlaces
  readonly #sound: Sound
  readonly #load: (() => Promise<VoiceRuntime>) | null
  readonly #entries = new Map<bigint, Entry>()
  #isMutedInAll = false
  #isDeafInAll = false
  /** Whether the present session may know other calls than these: it could not be told. */
  #isStale = false

  /** @param parts `load` loads what calls need, at the first call; null where calls cannot be had */
  constructor(
    context: ClientContext,
    parts: { session: Session; places: VoicePlaces; sound: Sound; load: (() => Promise<VoiceRuntime>) | null },
  ) {
    this.#context = context
    this.#session = parts.session
    this.#places = parts.places
    this.#sound = parts.sound
    this.#load = parts.load && loadedOnce(parts.load)
    parts.session.on('READY', () => this.#resume(true))
    parts.session.on('RESUMED', () => this.#resume(false))
    parts.session.onEnded(() => this.drop())
    parts.session.on('LOBBY_VOICE_SERVER_UPDATE', (server) => void this.#connect(server))
    parts.places.onChange = (change) => this.#changed(change)
    parts.places.onGone = (lobbyId) => this.#finish(lobbyId, CallError.Forbidden)
  }

  /** Whether the microphone is muted in all calls. */
  get isMutedInAll(): boolean {
    return this.#isMutedInAll
  }

  set isMutedInAll(isMuted: boolean) {
    this.#isMutedInAll = isMuted
    this.sendSwitches()
  }

  /** Whether the player hears nobody in any call. */
  get isDeafInAll(): boolean {
    return this.#isDeafInAll
  }

  set isDeafInAll(isDeaf: boolean) {
    this.#isDeafInAll = isDeaf
    this.sendSwitches()
  }

  /** Returns the call of a lobby that the player is in. */
  find(lobbyId: bigint): ActiveCall | null {
    return this.#entries.get(lobbyId)?.call ?? null
  }

  /** Returns the calls that the player is in. */
  all(): ActiveCall[] {
    return [...this.#entries.values()].map(({ call }) => call)
  }

  /** Joins the call of a lobby. Returns null before Ready, in that call already, outside of the lobby, in pages. */
  start(lobbyId: bigint, audio: AudioCallbacks): ActiveCall | null {
    const { userId, isReady } = this.#session
    if (!this.#load || !isReady || userId === null) return null
    if (this.#entries.has(lobbyId) || !this.#places.has(lobbyId)) return null
    const call: ActiveCall = new ActiveCall({
      lobbyId,
      userId: BigInt(userId),
      sound: this.#sound,
      audio: this.#guarded(audio),
      handlers: new CallHandlers(this.#context.queue),
      isDeaf: () => this.#isDeafInAll || call.settings.selfDeaf,
      isMuted: () => this.#isMutedInAll || call.settings.selfMute,
      onLost: (code) => this.#lost(lobbyId, code),
      onGivenUp: () => this.#finish(lobbyId, CallError.VoiceConnectionFailed),
    })
    const entry: Entry = { call, join: undefined, again: undefined }
    this.#entries.set(lobbyId, entry)
    this.#awaitServer(entry)
    this.#load().catch((error: unknown) => {
      this.#context.voiceLog.error(`calls do not work: ${error instanceof Error ? error.message : String(error)}`)
      this.#finish(lobbyId, CallError.VoiceConnectionFailed)
    })
    this.sendSwitches()
    return call
  }

  /** Leaves the call of a lobby. Resolves once the server has read it. */
  async leave(lobbyId: bigint): Promise<void> {
    const entry = this.#entries.get(lobbyId)
    if (!entry) return
    entry.call.setStatus(CallStatus.Disconnecting)
    this.#finish(lobbyId, CallError.None)
    await this.#session.flush()
  }

  /** Leaves all calls. Resolves once the server has read it. */
  async leaveAll(): Promise<void> {
    for (const lobbyId of [...this.#entries.keys()]) {
      this.#entries.get(lobbyId)?.call.setStatus(CallStatus.Disconnecting)
      this.#finish(lobbyId, CallError.None)
    }
    await this.#session.flush()
  }

  /** Ends all calls without a word to the server, whose session ends as well. */
  drop(error: CallError = CallError.None): void {
    for (const entry of this.#entries.values()) {
      clearTimers(entry)
      entry.call.end(error)
    }
    this.#entries.clear()
  }

  /** Sends the calls that the player is in, with their switches. */
  sendSwitches(): void {
    const states = this.all().map(({ lobbyId, settings }) => ({
      lobby_id: `${lobbyId}`,
      self_mute: this.#isMutedInAll || settings.selfMute,
      self_deaf: this.#isDeafInAll || settings.selfDeaf,
    }))
    this.#isStale = !this.#session.send(GatewayOp.LOBBY_VOICE_STATES, states)
  }

  /** Goes on after READY, whose session is in no call yet, and after RESUMED, whose calls may lack a server. */
  #resume(isNew: boolean): void {
    const isNeeded = isNew ? this.#entries.size > 0 : this.#isStale
    if (this.#entries.size === 0 && !isNeeded) return
    // READY is dispatched before the session counts as ready.
    queueMicrotask(() => {
      if (isNeeded) this.sendSwitches()
      for (const entry of this.#entries.values())
        if (isNew) this.#awaitServer(entry)
        else if (!entry.call.isConnected) this.#ask(entry)
    })
  }

  async #connect({ lobby_id, endpoint, token }: { lobby_id: string; endpoint: string | null; token: string }) {
    const lobbyId = BigInt(lobby_id)
    const entry = this.#entries.get(lobbyId)
    // Without an endpoint, another one follows.
    if (!entry || !this.#load || endpoint === null) return
    // A runtime that cannot be loaded ends the call where it began.
    const runtime = await this.#load().catch(() => null)
    const { sessionId, userId } = this.#session
    if (!runtime || sessionId === null || userId === null || this.#entries.get(lobbyId) !== entry) return
    clearTimers(entry)
    entry.call.connect(runtime, { endpoint, token, lobbyId: lobby_id, userId, sessionId })
  }

  #lost(lobbyId: bigint, code: number): void {
    const entry = this.#entries.get(lobbyId)
    if (!entry) return
    if (REFUSED.includes(code)) return this.#finish(lobbyId, CallError.Forbidden, code)
    if (ENDED.includes(code)) return this.#finish(lobbyId, CallError.None, code)
    if (FINAL.includes(code)) return this.#finish(lobbyId, CallError.VoiceConnectionFailed, code)
    // The voice server restarts, perhaps with the platform: the present gateway session may go on with another one.
    const error = code === 0 ? CallError.SignalingConnectionFailed : CallError.SignalingUnexpectedClose
    entry.call.setStatus(CallStatus.Reconnecting, error, code)
    this.#awaitServer(entry)
    this.#ask(entry)
  }

  /** Asks for the voice server of a call until it is named. Op 42 counts only for a session that is ready. */
  #ask(entry: Entry): void {
    clearTimeout(entry.again)
    this.#session.send(GatewayOp.LOBBY_VOICE_SERVER_PING, { lobby_id: `${entry.call.lobbyId}` })
    entry.again = setTimeout(() => this.#ask(entry), ASK_AGAIN_MS)
  }

  #awaitServer(entry: Entry): void {
    clearTimeout(entry.join)
    entry.join = setTimeout(() => {
      // A lost gateway session comes back first.
      if (this.#session.isReady) this.#finish(entry.call.lobbyId, CallError.JoinTimeout)
      else this.#awaitServer(entry)
    }, JOIN_TIMEOUT_MS)
  }

  #changed({ lobbyId, userId, change, sessionId }: VoiceChange): void {
    const isAdded = change === 'joined'
    if (change !== 'switched') this.#context.handlers.emit('voiceParticipantChanged', lobbyId, userId, isAdded)
    const call = this.find(lobbyId)
    if (!call) return
    if (change === 'switched') return call.handlers.voiceState(userId)
    call.handlers.participant(userId, isAdded)
    if (isAdded) return call.handlers.voiceState(userId)
    call.forget(userId)
    // A moderator, or another device of the player, ended this one's part.
    if (`${userId}` === this.#session.userId && sessionId === this.#session.sessionId)
      this.#finish(lobbyId, CallError.None)
  }

  #finish(lobbyId: bigint, error: CallError, detail = 0): void {
    const entry = this.#entries.get(lobbyId)
    if (!entry) return
    this.#entries.delete(lobbyId)
    clearTimers(entry)
    entry.call.end(error, detail)
    this.sendSwitches()
  }

  /** Callbacks of the game that throw: RunCallbacks throws their error, and the sound goes on. */
  #guarded({ received, captured }: AudioCallbacks): AudioCallbacks {
    const guard = <Args extends unknown[]>(callback: ((...given: Args) => void) | null) =>
      callback &&
      ((...given: Args) => {
        try {
          callback(...given)
        } catch (error) {
          this.#context.queue.post(() => {
            throw error
          })
        }
      })
    return { received: guard(received), captured: guard(captured) }
  }
}

function clearTimers(entry: Entry): void {
  clearTimeout(entry.join)
  clearTimeout(entry.again)
}
