import { Call, type CallView } from '../../handles/call.ts'
import { VoiceStateHandle } from '../../handles/voice-state.ts'
import { handleOf } from '../../objects/handle.ts'
import { makeVADThresholdSettings } from '../../values/vad-threshold-settings.ts'
import type { ActiveCall } from './active-call.ts'
import type { VoicePlaces } from './voice-places.ts'

/** Parts of the area that the view of a call uses. */
export interface CallViewParts {
  readonly places: VoicePlaces
  /** Returns whether the call is still the one of its lobby. */
  readonly isActive: (call: ActiveCall) => boolean
  /** Sends the switches of all calls to the server. */
  readonly sendSwitches: () => void
}

/** Makes the handle of a call. It shows nothing once the call has ended. */
export function callHandleOf(call: ActiveCall, parts: CallViewParts): Call {
  const view = viewOf(call, parts)
  return handleOf(Call, () => (parts.isActive(call) ? view : null))
}

/** Returns the voice state of a participant; null for others. */
export function voiceStateOf(places: VoicePlaces, lobbyId: bigint, userId: bigint): VoiceStateHandle | null {
  if (!places.participants(lobbyId).has(userId)) return null
  return handleOf(VoiceStateHandle, () => places.participants(lobbyId).get(userId) ?? null)
}

function viewOf(call: ActiveCall, parts: CallViewParts): CallView {
  // The first argument keeps its getters; those of later ones would be read once.
  return Object.assign(gettersOf(call, parts), settersOf(call, parts))
}

type Setters = Extract<keyof CallView, `set${string}`>

function gettersOf(call: ActiveCall, { places }: CallViewParts): Omit<CallView, Setters> {
  const { settings, lobbyId } = call
  return {
    get getAudioMode() {
      return settings.mode
    },
    getChannelId: lobbyId,
    getGuildId: lobbyId,
    getLocalMute: (userId) => call.isLocallyMuted(userId),
    get getParticipants() {
      return [...places.participants(lobbyId).keys()]
    },
    getParticipantVolume: (userId) => call.volumeOf(userId),
    get getPttActive() {
      return settings.isPushed
    },
    get getPTTReleaseDelay() {
      return settings.releaseDelayMs
    },
    get getSelfDeaf() {
      return settings.selfDeaf
    },
    get getSelfMute() {
      return settings.selfMute
    },
    get getStatus() {
      return call.status
    },
    get getVADThreshold() {
      return makeVADThresholdSettings({ automatic: settings.automatic, vadThreshold: settings.threshold })
    },
    getVoiceStateHandle: (userId) => voiceStateOf(places, lobbyId, userId),
  }
}

function settersOf(call: ActiveCall, { sendSwitches }: CallViewParts): Pick<CallView, Setters> {
  const { settings, handlers } = call
  return {
    setAudioMode(mode) {
      settings.mode = mode
    },
    setLocalMute: (userId, mute) => call.muteLocally(userId, mute),
    setOnVoiceStateChangedCallback(cb) {
      handlers.onVoiceState = cb
    },
    setParticipantChangedCallback(cb) {
      handlers.onParticipant = cb
    },
    setParticipantVolume: (userId, volume) => call.setVolume(userId, volume),
    setPTTActive(active) {
      settings.isPushed = active
    },
    setPTTReleaseDelay(releaseDelayMs) {
      settings.releaseDelayMs = releaseDelayMs
    },
    setSelfDeaf(deaf) {
      settings.selfDeaf = deaf
      sendSwitches()
    },
    setSelfMute(mute) {
      settings.selfMute = mute
      sendSwitches()
    },
    setSpeakingStatusChangedCallback(cb) {
      handlers.onSpeaking = cb
    },
    setStatusChangedCallback(cb) {
      handlers.onStatus = cb
    },
    setVADThreshold: (automatic, threshold) => call.setThreshold(automatic, threshold),
  }
}
