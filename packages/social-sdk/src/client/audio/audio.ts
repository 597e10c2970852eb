import { loadVoice as loadRuntime } from '#runtime'
import type { AudioBackend } from '../../audio-backend.ts'
import type { Session } from '../../connection/session.ts'
import { EnumToString } from '../../enums/enum.ts'
import { type ClientThread, ClientThread as Thread } from '../../enums/index.ts'
import { Call } from '../../handles/call.ts'
import { SILENT_BACKEND } from '../../voice/silent-backend.ts'
import type { ClientContext } from '../context.ts'
import type { AudioCallbacks } from './active-call.ts'
import { type Devices, devicesOf } from './devices.ts'
import type { OpenCalls } from './open-calls.ts'
import { Sound } from './sound.ts'

/** Calls, devices and volumes of one Client. */
export class Audio {
  readonly devices: Devices
  readonly sound: Sound
  readonly #context: ClientContext
  readonly #session: Session
  #open: OpenCalls | null = null
  #isMutedInAll = false
  #isDeafInAll = false
  #isEngineManaged = false

  constructor(context: ClientContext, session: Session) {
    const backend: AudioBackend = context.settings.audioBackend ?? SILENT_BACKEND
    this.#context = context
    this.#session = session
    this.devices = devicesOf(backend)
    this.sound = new Sound(backend, this.devices)
    this.sound.onInput = (isDetected) => context.handlers.emit('noAudioInput', isDetected)
    backend.onDevicesChanged?.(() => this.#devicesChanged())
  }

  /** Loads the code of calls. The first Connect waits for it. */
  async load(): Promise<void> {
    const { openCalls } = await import('./open-calls.ts')
    if (this.#open) return
    const { apiBase, ca } = this.#context.settings
    const loadVoice = loadRuntime
    const load = loadVoice && (() => loadVoice({ secure: apiBase.startsWith('https:'), ca }))
    this.#open = openCalls(this.#context, { session: this.#session, sound: this.sound, load })
    this.#open.calls.isMutedInAll = this.#isMutedInAll
    this.#open.calls.isDeafInAll = this.#isDeafInAll
  }

  /** Participants of calls; null before the first Connect. */
  get places(): OpenCalls['places'] | null {
    return this.#open?.places ?? null
  }

  #devicesChanged(): void {
    if (this.#context.queue.hasEnded) return
    this.sound.refresh()
    this.#context.handlers.emit('deviceChange', this.devices.input.all(), this.devices.output.all())
  }

  /** Joins the call of a lobby; the null object where that is not possible. */
  start(lobbyId: bigint, audio: AudioCallbacks): Call {
    return this.#open?.start(lobbyId, audio) ?? Call.nullobj
  }

  /** Returns the call of a lobby; the null object without one. */
  find(lobbyId: bigint): Call {
    return this.#open?.find(lobbyId) ?? Call.nullobj
  }

  /** Returns all calls. */
  all(): Call[] {
    return this.#open?.all() ?? []
  }

  /** Leaves the call of a lobby. */
  async leave(lobbyId: bigint): Promise<void> {
    await this.#open?.calls.leave(lobbyId)
  }

  /** Leaves all calls. */
  async leaveAll(): Promise<void> {
    await this.#open?.calls.leaveAll()
  }

  /** Ends all calls without a word to the server, at the end of the Client. */
  drop(): void {
    this.#open?.calls.drop()
  }

  /** Whether the microphone is muted in all calls. */
  get isMutedInAll(): boolean {
    return this.#isMutedInAll
  }

  set isMutedInAll(isMuted: boolean) {
    this.#isMutedInAll = isMuted
    if (this.#open) this.#open.calls.isMutedInAll = isMuted
  }

  /** Whether the player hears nobody in any call. */
  get isDeafInAll(): boolean {
    return this.#isDeafInAll
  }

  set isDeafInAll(isDeaf: boolean) {
    this.#isDeafInAll = isDeaf
    if (this.#open) this.#open.calls.isDeafInAll = isDeaf
  }

  /** Chooses the microphone. @throws ResultFailure ValidationError for an unknown one */
  chooseInput(id: string): [] {
    this.devices.input.choose(id)
    this.sound.refresh()
    return []
  }

  /** Chooses the loudspeaker. @throws ResultFailure ValidationError for an unknown one */
  chooseOutput(id: string): [] {
    this.devices.output.choose(id)
    this.sound.refresh()
    return []
  }

  /** Notes that the game engine manages the system's audio session. */
  useEngineSession(isManaged: boolean): void {
    this.#isEngineManaged = isManaged
  }

  /** Switches between earpiece and loudspeaker. Returns whether the game manages the session. [SDK-36 SDK-37] */
  useSpeaker(isSpeaker: boolean): boolean {
    const { log } = this.#context
    log.deprecated('SetSpeakerMode', 'routing is automatic, unless SetEngineManagedAudioSession is used')
    const isPossible = this.#isEngineManaged
    if (isPossible) this.#context.voiceLog.info(`the game asks for the ${isSpeaker ? 'loudspeaker' : 'earpiece'}`)
    return isPossible
  }

  /** Returns false: the choice of devices of iOS is not there in Node and in pages. */
  showRoutes(): boolean {
    this.#context.voiceLog.info('there is no choice of audio routes on this platform')
    return false
  }

  /** Logs a hint about the codec, which runs in software here. */
  hintHardware(encode: boolean, decode: boolean): void {
    this.#context.voiceLog.info(`hardware coding is a hint without effect: encode ${encode}, decode ${decode}`)
  }

  /** Logs a hint about threads, which Node does not let a library change. */
  hintPriority(thread: ClientThread, priority: number): void {
    const name = EnumToString(Thread, thread)
    this.#context.voiceLog.info(`thread priority is a hint without effect: ${name} ${priority}`)
  }
}
