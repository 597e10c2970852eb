import type { Session } from '../../connection/session.ts'
import type { Call } from '../../handles/call.ts'
import type { VoiceRuntime } from '../../voice/transport.ts'
import type { ClientContext } from '../context.ts'
import type { ActiveCall, AudioCallbacks } from './active-call.ts'
import { callHandleOf } from './call-view.ts'
import { Calls } from './calls.ts'
import type { Sound } from './sound.ts'
import { VoicePlaces } from './voice-places.ts'

/** Calls of a Client, whose code the first Connect loads. */
export interface OpenCalls {
  readonly calls: Calls
  readonly places: VoicePlaces
  /** Joins the call of a lobby; null where that is not possible. */
  start(lobbyId: bigint, audio: AudioCallbacks): Call | null
  /** Returns the call of a lobby; null without one. */
  find(lobbyId: bigint): Call | null
  all(): Call[]
}

/** Makes the calls of a Client, before its connection begins. */
export function openCalls(
  context: ClientContext,
  { session, sound, load }: { session: Session; sound: Sound; load: (() => Promise<VoiceRuntime>) | null },
): OpenCalls {
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
    places,
    start: (lobbyId, audio) => handleIf(calls.start(lobbyId, audio)),
    find: (lobbyId) => handleIf(calls.find(lobbyId)),
    all: () => calls.all().map(handleOf),
  }
}
