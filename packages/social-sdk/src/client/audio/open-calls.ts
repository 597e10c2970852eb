import type { Session } from '../../connection/session.ts'
import type { Call } from '../../handles/call.ts'
import { SILENT_BACKEND } from '../../voice/silent-backend.ts'
import type { VoiceRuntime } from '../../voice/transport.ts'
import type { ClientContext } from '../context.ts'
import type { ActiveCall, AudioCallbacks } from './active-call.ts'
import { callHandleOf } from './call-view.ts'
import { Calls } from './calls.ts'
import type { Devices } from './devices.ts'
import { Sound } from './sound.ts'
import type { SoundSettings } from './sound-settings.ts'
import { VoicePlaces } from './voice-places.ts'

/** Calls of a Client, whose code the first Connect loads. */
export interface OpenCalls {
  readonly calls: Calls
  readonly sound: Sound
  readonly places: VoicePlaces
  /** Joins the call of a lobby; null where that is not possible. */
  start(lobbyId: bigint, audio: AudioCallbacks): Call | null
  /** Returns the call of a lobby; null without one. */
  find(lobbyId: bigint): Call | null
  all(): Call[]
}

/** Parts of which calls are made. */
export interface OpenCallsParts {
  readonly session: Session
  readonly devices: Devices
  readonly settings: SoundSettings
  /** Loads what calls need, at the first call; null where calls cannot be had. */
  readonly load: (() => Promise<VoiceRuntime>) | null
}

/** Makes the calls of a Client, before its connection begins. */
export function openCalls(context: ClientContext, { session, devices, settings, load }: OpenCallsParts): OpenCalls {
  const sound = new Sound(context.settings.audioBackend ?? SILENT_BACKEND, devices, settings)
  sound.onInput = (isDetected) => context.handlers.emit('noAudioInput', isDetected)
  const places = new VoicePlaces(session)
  const calls = new Calls(context, { session, places, sound, load })
  const handleOf = (call: ActiveCall) =>
    callHandleOf(call, {
      places,
      isActive: (one) => calls.find(one.lobbyId) === one,
      sendSwitches: () => calls.sendSwitches(),
    })
  const handleIf = (call: ActiveCall | null) => call && handleOf(call)
  return {
    calls,
    sound,
    places,
    start: (lobbyId, audio) => handleIf(calls.start(lobbyId, audio)),
    find: (lobbyId) => handleIf(calls.find(lobbyId)),
    all: () => calls.all().map(handleOf),
  }
}
