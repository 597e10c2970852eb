import type {
  CallOnParticipantChanged,
  CallOnSpeakingStatusChanged,
  CallOnStatusChanged,
  CallOnVoiceStateChanged,
} from '../callbacks/types.ts'
import { EnumToString } from '../enums/enum.ts'
import { AudioModeType, CallError, CallStatus } from '../enums/index.ts'
import { Handle, handle } from '../objects/handle.ts'
import { callback, flag, float, int32, uint32, uint64 } from '../objects/kinds.ts'
import { declareParameters } from '../objects/parameters.ts'
import { nullOf } from '../objects/wrapper.ts'
import { VADThresholdSettings } from '../values/vad-threshold-settings.ts'
import type { VoiceStateHandle } from './voice-state.ts'

/** Values that a Call shows. */
export interface CallView {
  readonly getAudioMode: AudioModeType
  readonly getChannelId: bigint
  readonly getGuildId: bigint
  getLocalMute(userId: bigint): boolean
  readonly getParticipants: bigint[]
  getParticipantVolume(userId: bigint): number
  readonly getPttActive: boolean
  readonly getPTTReleaseDelay: number
  readonly getSelfDeaf: boolean
  readonly getSelfMute: boolean
  readonly getStatus: CallStatus
  readonly getVADThreshold: VADThresholdSettings
  getVoiceStateHandle(userId: bigint): VoiceStateHandle | null
  setAudioMode(audioMode: AudioModeType): void
  setLocalMute(userId: bigint, mute: boolean): void
  setOnVoiceStateChangedCallback(cb: CallOnVoiceStateChanged | null): void
  setParticipantChangedCallback(cb: CallOnParticipantChanged | null): void
  setParticipantVolume(userId: bigint, volume: number): void
  setPTTActive(active: boolean): void
  setPTTReleaseDelay(releaseDelayMs: number): void
  setSelfDeaf(deaf: boolean): void
  setSelfMute(mute: boolean): void
  setSpeakingStatusChangedCallback(cb: CallOnSpeakingStatusChanged | null): void
  setStatusChangedCallback(cb: CallOnStatusChanged | null): void
  setVADThreshold(automatic: boolean, threshold: number): void
}

const callFields = handle<CallView>({
  getAudioMode: AudioModeType.MODE_UNINIT,
  getChannelId: 0n,
  getGuildId: 0n,
  getLocalMute: () => false,
  getParticipants: [],
  getParticipantVolume: () => 0,
  getPttActive: false,
  getPTTReleaseDelay: 0,
  getSelfDeaf: false,
  getSelfMute: false,
  getStatus: CallStatus.Disconnected,
  getVADThreshold: VADThresholdSettings.nullobj,
  getVoiceStateHandle: () => null,
  setAudioMode: () => undefined,
  setLocalMute: () => undefined,
  setOnVoiceStateChangedCallback: () => undefined,
  setParticipantChangedCallback: () => undefined,
  setParticipantVolume: () => undefined,
  setPTTActive: () => undefined,
  setPTTReleaseDelay: () => undefined,
  setSelfDeaf: () => undefined,
  setSelfMute: () => undefined,
  setSpeakingStatusChangedCallback: () => undefined,
  setStatusChangedCallback: () => undefined,
  setVADThreshold: () => undefined,
})

/** A call of a lobby that the user is in. Methods of a call that has ended return defaults and change nothing. */
export class Call extends Handle<CallView> {
  static readonly Error = CallError
  static readonly Status = CallStatus
  /** A handle that shows nothing. It is frozen. */
  static readonly nullobj: Call = nullOf(Call)

  /** Makes a second handle of the same thing; the library makes new ones. */
  constructor(other: Call) {
    super(callFields, other)
  }

  /** Returns the name of a number; `unknown` for a number without one. */
  static ErrorToString(type: CallError): string {
    return EnumToString(CallError, type)
  }

  /** Returns how the call finds out that the user speaks. */
  GetAudioMode(): AudioModeType {
    return callFields.view(this).getAudioMode
  }

  /** Returns the id of the lobby. */
  GetChannelId(): bigint {
    return callFields.view(this).getChannelId
  }

  /** Returns the id of the lobby. */
  GetGuildId(): bigint {
    return callFields.view(this).getGuildId
  }

  /** Returns whether a participant is muted for this user alone. */
  GetLocalMute(userId: bigint): boolean {
    return callFields.view(this).getLocalMute(userId)
  }

  /** Returns the ids of the participants. */
  GetParticipants(): bigint[] {
    return [...callFields.view(this).getParticipants]
  }

  /** Returns the volume of a participant for this user alone, 0 to 200; 100 changes nothing. */
  GetParticipantVolume(userId: bigint): number {
    return callFields.view(this).getParticipantVolume(userId)
  }

  /** Returns whether push to talk is active. */
  GetPTTActive(): boolean {
    return callFields.view(this).getPttActive
  }

  /** Returns how long sound is sent after push to talk ended, in milliseconds. */
  GetPTTReleaseDelay(): number {
    return callFields.view(this).getPTTReleaseDelay
  }

  /** Returns whether the user hears nobody in this call. */
  GetSelfDeaf(): boolean {
    return callFields.view(this).getSelfDeaf
  }

  /** Returns whether the microphone is muted in this call. */
  GetSelfMute(): boolean {
    return callFields.view(this).getSelfMute
  }

  /** Returns the status. Sound flows while it is Connected. */
  GetStatus(): CallStatus {
    return callFields.view(this).getStatus
  }

  /** Returns a copy of the sensitivity of voice detection. */
  GetVADThreshold(): VADThresholdSettings {
    return callFields.view(this).getVADThreshold
  }

  /** Returns the voice state of a participant; null for others. */
  GetVoiceStateHandle(userId: bigint): VoiceStateHandle | null {
    return callFields.view(this).getVoiceStateHandle(userId)
  }

  /** Sets how the call finds out that the user speaks. */
  SetAudioMode(audioMode: AudioModeType): void {
    callFields.view(this).setAudioMode(audioMode)
  }

  /** Mutes a participant for this user alone. */
  SetLocalMute(userId: bigint, mute: boolean): void {
    callFields.view(this).setLocalMute(userId, mute)
  }

  /** Sets the handler that is called when the voice state of a participant changes; null removes it. */
  SetOnVoiceStateChangedCallback(cb: CallOnVoiceStateChanged | null): void {
    callFields.view(this).setOnVoiceStateChangedCallback(cb)
  }

  /** Sets the handler that is called when a participant joins or leaves; null removes it. */
  SetParticipantChangedCallback(cb: CallOnParticipantChanged | null): void {
    callFields.view(this).setParticipantChangedCallback(cb)
  }

  /** Sets the volume of a participant for this user alone. Values are limited to 0 to 200. */
  SetParticipantVolume(userId: bigint, volume: number): void {
    callFields.view(this).setParticipantVolume(userId, volume)
  }

  /** Starts or ends push to talk. The game handles the keys. */
  SetPTTActive(active: boolean): void {
    callFields.view(this).setPTTActive(active)
  }

  /** Sets how long sound is sent after push to talk ended, in milliseconds; 0 at first, 20 is recommended. */
  SetPTTReleaseDelay(releaseDelayMs: number): void {
    callFields.view(this).setPTTReleaseDelay(releaseDelayMs)
  }

  /** Sets whether the user hears nobody in this call. */
  SetSelfDeaf(deaf: boolean): void {
    callFields.view(this).setSelfDeaf(deaf)
  }

  /** Mutes the microphone in this call. */
  SetSelfMute(mute: boolean): void {
    callFields.view(this).setSelfMute(mute)
  }

  /** Sets the handler that is called when a participant starts or stops speaking; null removes it. */
  SetSpeakingStatusChangedCallback(cb: CallOnSpeakingStatusChanged | null): void {
    callFields.view(this).setSpeakingStatusChangedCallback(cb)
  }

  /** Sets the handler that is called when the status changes; null removes it. */
  SetStatusChangedCallback(cb: CallOnStatusChanged | null): void {
    callFields.view(this).setStatusChangedCallback(cb)
  }

  /** Sets the sensitivity of voice detection: automatic, or a level in dBFS that is limited to -100 to 0. */
  SetVADThreshold(automatic: boolean, threshold: number): void {
    callFields.view(this).setVADThreshold(automatic, threshold)
  }

  /** Returns the name of a number; `unknown` for a number without one. */
  static StatusToString(type: CallStatus): string {
    return EnumToString(CallStatus, type)
  }
}

declareParameters(Call, {
  ErrorToString: { type: int32 },
  GetLocalMute: { userId: uint64 },
  GetParticipantVolume: { userId: uint64 },
  GetVoiceStateHandle: { userId: uint64 },
  SetAudioMode: { audioMode: int32 },
  SetLocalMute: { userId: uint64, mute: flag },
  SetOnVoiceStateChangedCallback: { cb: callback },
  SetParticipantChangedCallback: { cb: callback },
  SetParticipantVolume: { userId: uint64, volume: float },
  SetPTTActive: { active: flag },
  SetPTTReleaseDelay: { releaseDelayMs: uint32 },
  SetSelfDeaf: { deaf: flag },
  SetSelfMute: { mute: flag },
  SetSpeakingStatusChangedCallback: { cb: callback },
  SetStatusChangedCallback: { cb: callback },
  SetVADThreshold: { automatic: flag, threshold: float },
  StatusToString: { type: int32 },
})

export declare namespace Call {
  type Error = CallError
  type Status = CallStatus
  type OnVoiceStateChanged = CallOnVoiceStateChanged
  type OnParticipantChanged = CallOnParticipantChanged
  type OnSpeakingStatusChanged = CallOnSpeakingStatusChanged
  type OnStatusChanged = CallOnStatusChanged
}
