import { loadVoice as loadRuntime } from '#runtime'
import type { AudioBackend } from '../../audio-backend.ts'
import type { Session } from '../../connection/session.ts'
import { EnumToString } from '../../enums/enum.ts'
import { type ClientThread, ClientThread as Thread } from '../../enums/index.ts'
import { Call } from '../../handles/call.ts'
import { SILENT_BACKEND } from '../../voice/silent-backend.ts'
import type { ClientContext } from '../context.ts'
import type { ActiveCall, AudioCallbacks } from './active-call.ts'
import { callHandleOf } from './call-view.ts'
import { Calls } from './calls.ts'
import { type Devices, devicesOf } from './devices.ts'
import { Sound } from './sound.ts'
import { VoicePlaces } from './voice-places.ts'

/** Calls, devices and volumes of one Client. */
export class Audio {
  readonly places: VoicePlaces
  readonly devices: Devices
  readonly sound: Sound
  readonly calls: Calls
  readonly #context: ClientContext
  #isEngineManaged = false

  constructor(context: ClientContext, session: Session) {
    const backend: AudioBackend = context.settings.audioBackend ?? SILENT_BACKEND
    this.#context = context
    this.places = new VoicePlaces(session)
    this.devices = devicesOf(backend)
    this.sound = new Sound(backend, this.devices)
    this.sound.onInput = (isDetected) => context.handlers.emit('noAudioInput', isDetected)
    const { apiBase, ca } = context.settings
    const loadVoice = loadRuntime
    const load = loadVoice && (() => loadVoice({ secure: apiBase.startsWith('https:'), ca }))
    this.calls = new Calls(context, {
      session,
      places: this.places,
      sound: this.sound,
      load,
    })
    backend.onDevicesChanged?.(() => this.#devicesChanged())
  }

  #devicesChanged(): void {
    if (this.#context.queue.hasEnded) return
    this.sound.refresh()
    this.#context.handlers.emit('deviceChange', this.devices.input.all(), this.devices.output.all())
  }

  /** Joins the call of a lobby; the null object where that is not possible. */
  start(lobbyId: bigint, audio: AudioCallbacks): Call {
    const call = this.calls.start(lobbyId, audio)
    return call ? this.#handleOf(call) : Call.nullobj
  }

  /** Returns the call of a lobby; the null object without one. */
  find(lobbyId: bigint): Call {
    const call = this.calls.find(lobbyId)
    return call ? this.#handleOf(call) : Call.nullobj
  }

  /** Returns all calls. */
  all(): Call[] {
    return this.calls.all().map((call) => this.#handleOf(call))
  }

  #handleOf(call: ActiveCall): Call {
    return callHandleOf(call, {
      places: this.places,
      isActive: (one) => this.calls.find(one.lobbyId) === one,
      sendSwitches: () => this.calls.sendSwitches(),
    })
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
