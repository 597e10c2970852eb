import { loadVoice as loadRuntime } from '#runtime'
import type { Session } from '../../connection/session.ts'
import { EnumToString } from '../../enums/enum.ts'
import { type ClientThread, ClientThread as Thread } from '../../enums/index.ts'
import { Call } from '../../handles/call.ts'
import type { ClientContext } from '../context.ts'
import type { AudioCallbacks } from './active-call.ts'
import { type Devices, devicesOf } from './devices.ts'
import type { OpenCalls } from './open-calls.ts'
import { SoundSettings } from './sound-settings.ts'

/** Calls, devices and volumes of one Client. */
export class Audio {
  readonly devices: Devices
  readonly settings: SoundSettings
  readonly #context: ClientContext
  readonly #session: Session
  #open: OpenCalls | null = null
  #isMutedInAll = false
  #isDeafInAll = false
  #isEngineManaged = false

  constructor(context: ClientContext, session: Session) {
    const { audioBackend } = context.settings
    this.#context = context
    this.#session = session
    this.devices = devicesOf(audioBackend)
    this.settings = new SoundSettings(audioBackend)
    audioBackend?.onDevicesChanged?.(() => this.#devicesChanged())
  }

  /** Loads the code of calls, which the first Connect waits for, and returns the participants of calls. */
  async load(): Promise<OpenCalls['places']> {
    const { openCalls } = await import('./open-calls.ts')
    this.#open ??= this.#opened(openCalls)
    return this.#open.places
  }

  #opened(openCalls: typeof import('./open-calls.ts').openCalls): OpenCalls {
    const { apiBase, ca } = this.#context.settings
    const loadVoice = loadRuntime
    const load = loadVoice && (() => loadVoice({ secure: apiBase.startsWith('https:'), ca }))
    const { devices, settings } = this
    const open = openCalls(this.#context, { session: this.#session, devices, settings, load })
    open.calls.isMutedInAll = this.#isMutedInAll
    open.calls.isDeafInAll = this.#isDeafInAll
    return open
  }

  #devicesChanged(): void {
    if (this.#context.queue.hasEnded) return
    this.#open?.sound.refresh()
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
    this.#open?.sound.refresh()
    return []
  }

  /** Chooses the loudspeaker. @throws ResultFailure ValidationError for an unknown one */
  chooseOutput(id: string): [] {
    this.devices.output.choose(id)
    this.#open?.sound.refresh()
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
