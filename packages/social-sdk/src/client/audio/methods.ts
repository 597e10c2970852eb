import type {
  DeviceChangeCallback,
  EndCallCallback,
  EndCallsCallback,
  GetCurrentInputDeviceCallback,
  GetCurrentOutputDeviceCallback,
  GetInputDevicesCallback,
  GetOutputDevicesCallback,
  NoAudioInputCallback,
  SetInputDeviceCallback,
  SetOutputDeviceCallback,
  UserAudioCapturedCallback,
  UserAudioReceivedCallback,
  VoiceParticipantChangedCallback,
} from '../../callbacks/types.ts'
import type { ClientThread } from '../../enums/index.ts'
import { Call } from '../../handles/call.ts'
import { callback, flag, float, int32, text, uint64 } from '../../objects/kinds.ts'
import { declareParameters } from '../../objects/parameters.ts'
import { AudioDevice } from '../../values/audio-device.ts'
import { type Given, type Once, setHandler } from '../base.ts'
import { LobbiesMethods } from '../lobbies/methods.ts'
import { unfinished, unfinishedAct, unfinishedBare, unfinishedRead } from '../unfinished.ts'

/** Calls and devices. */
export abstract class AudioMethods extends LobbiesMethods {
  /** Leaves the call of a lobby. */
  EndCall(channelId: bigint, callback?: Given<EndCallCallback>): Once<EndCallCallback> {
    return unfinishedBare(this, 'EndCall', callback, [], channelId)
  }

  /** Leaves all calls. */
  EndCalls(callback?: Given<EndCallsCallback>): Once<EndCallsCallback> {
    return unfinishedBare(this, 'EndCalls', callback, [])
  }

  /** Returns the call of a lobby that the player is in; a call that is not valid if there is none. */
  GetCall(channelId: bigint): Call {
    return unfinishedRead<Call>(this, 'GetCall', Call.nullobj, channelId)
  }

  /** Returns the calls that the player is in. */
  GetCalls(): Call[] {
    return unfinishedRead<Call[]>(this, 'GetCalls', [])
  }

  /** Returns the microphone in use. */
  GetCurrentInputDevice(cb?: Given<GetCurrentInputDeviceCallback>): Once<GetCurrentInputDeviceCallback> {
    return unfinishedBare(this, 'GetCurrentInputDevice', cb, [AudioDevice.nullobj])
  }

  /** Returns the loudspeaker in use. */
  GetCurrentOutputDevice(cb?: Given<GetCurrentOutputDeviceCallback>): Once<GetCurrentOutputDeviceCallback> {
    return unfinishedBare(this, 'GetCurrentOutputDevice', cb, [AudioDevice.nullobj])
  }

  /** Returns the microphones. */
  GetInputDevices(cb?: Given<GetInputDevicesCallback>): Once<GetInputDevicesCallback> {
    return unfinishedBare(this, 'GetInputDevices', cb, [[]])
  }

  /** Returns the volume of the microphone, 0 to 100. */
  GetInputVolume(): number {
    return unfinishedRead<number>(this, 'GetInputVolume', 0)
  }

  /** Returns the loudspeakers. */
  GetOutputDevices(cb?: Given<GetOutputDevicesCallback>): Once<GetOutputDevicesCallback> {
    return unfinishedBare(this, 'GetOutputDevices', cb, [[]])
  }

  /** Returns the volume of the loudspeaker, 0 to 200. */
  GetOutputVolume(): number {
    return unfinishedRead<number>(this, 'GetOutputVolume', 0)
  }

  /** Returns whether the player hears nobody in any call. */
  GetSelfDeafAll(): boolean {
    return unfinishedRead<boolean>(this, 'GetSelfDeafAll', false)
  }

  /** Returns whether the microphone is muted in all calls. */
  GetSelfMuteAll(): boolean {
    return unfinishedRead<boolean>(this, 'GetSelfMuteAll', false)
  }

  /** Sets whether diagnostics of echo cancellation are written beside the log. */
  SetAecDump(on: boolean): void {
    unfinishedAct(this, 'SetAecDump', on)
  }

  /** Sets whether the level of the microphone is controlled automatically; true at first. */
  SetAutomaticGainControl(on: boolean): void {
    unfinishedAct(this, 'SetAutomaticGainControl', on)
  }

  /** Sets the handler that is called when devices come or go; null removes it. */
  SetDeviceChangeCallback(callback: Given<DeviceChangeCallback>): void {
    setHandler(this, 'deviceChange', callback)
  }

  /** Sets whether echoes are removed; true at first. */
  SetEchoCancellation(on: boolean): void {
    unfinishedAct(this, 'SetEchoCancellation', on)
  }

  /** Sets whether the game engine manages the system's audio session. Then SetSpeakerMode works. */
  SetEngineManagedAudioSession(isEngineManaged: boolean): void {
    unfinishedAct(this, 'SetEngineManagedAudioSession', isEngineManaged)
  }

  /** Sets the microphone. ValidationError for an unknown device. */
  SetInputDevice(deviceId: string, cb?: Given<SetInputDeviceCallback>): Once<SetInputDeviceCallback> {
    return unfinished(this, 'SetInputDevice', cb, [], deviceId)
  }

  /** Sets the volume of the microphone. Values are limited to 0 to 100. */
  SetInputVolume(inputVolume: number): void {
    unfinishedAct(this, 'SetInputVolume', inputVolume)
  }

  /**
   * Sets the handler that is called when the microphone falls silent, or is heard again; null removes it. It
   * needs a threshold.
   */
  SetNoAudioInputCallback(callback: Given<NoAudioInputCallback>): void {
    setHandler(this, 'noAudioInput', callback)
  }

  /**
   * Sets the level in dBFS below which the microphone counts as silent; -100, the value at first, switches
   * that off.
   */
  SetNoAudioInputThreshold(dBFSThreshold: number): void {
    unfinishedAct(this, 'SetNoAudioInputThreshold', dBFSThreshold)
  }

  /** Sets whether noise is cancelled; false at first. It replaces noise suppression. Since 1.9. */
  SetNoiseCancellation(on: boolean): void {
    unfinishedAct(this, 'SetNoiseCancellation', on)
  }

  /** Sets whether noise is suppressed; true at first. */
  SetNoiseSuppression(on: boolean): void {
    unfinishedAct(this, 'SetNoiseSuppression', on)
  }

  /** Sets whether the hardware encodes and decodes; true at first. It is a hint. */
  SetOpusHardwareCoding(encode: boolean, decode: boolean): void {
    unfinishedAct(this, 'SetOpusHardwareCoding', encode, decode)
  }

  /** Sets the loudspeaker. ValidationError for an unknown device. */
  SetOutputDevice(deviceId: string, cb?: Given<SetOutputDeviceCallback>): Once<SetOutputDeviceCallback> {
    return unfinished(this, 'SetOutputDevice', cb, [], deviceId)
  }

  /** Sets the volume of the loudspeaker. Values are limited to 0 to 200. */
  SetOutputVolume(outputVolume: number): void {
    unfinishedAct(this, 'SetOutputVolume', outputVolume)
  }

  /** Sets whether the player hears nobody in any call. */
  SetSelfDeafAll(deaf: boolean): void {
    unfinishedAct(this, 'SetSelfDeafAll', deaf)
  }

  /** Mutes the microphone in all calls. */
  SetSelfMuteAll(mute: boolean): void {
    unfinishedAct(this, 'SetSelfMuteAll', mute)
  }

  /**
   * Switches between earpiece and loudspeaker.
   * @deprecated Routing is automatic, unless SetEngineManagedAudioSession is used.
   * @returns whether it had an effect
   */
  SetSpeakerMode(speakerMode: boolean): boolean {
    return unfinishedRead<boolean>(this, 'SetSpeakerMode', false, speakerMode)
  }

  /** Sets the priority of a thread. It is a hint, and has no effect here. */
  SetThreadPriority(thread: ClientThread, priority: number): void {
    unfinishedAct(this, 'SetThreadPriority', thread, priority)
  }

  /**
   * Sets the handler that is called when somebody joins or leaves the call of a lobby; null removes it. The
   * player need not be in the call.
   */
  SetVoiceParticipantChangedCallback(cb: Given<VoiceParticipantChangedCallback>): void {
    setHandler(this, 'voiceParticipantChanged', cb)
  }

  /**
   * Shows the choice of devices of iOS.
   * @returns false elsewhere
   */
  ShowAudioRoutePicker(): boolean {
    return unfinishedRead<boolean>(this, 'ShowAudioRoutePicker', false)
  }

  /**
   * Joins the call of a lobby. The call is not valid if the player is in it already, before Ready, and
   * outside of the lobby.
   */
  StartCall(channelId: bigint): Call {
    return unfinishedRead<Call>(this, 'StartCall', Call.nullobj, channelId)
  }

  /**
   * Joins a call as StartCall does, and passes its sound to the game: 48 kHz, 2 channels, 20 ms at a time.
   * The callbacks may come outside of RunCallbacks.
   */
  StartCallWithAudioCallbacks(
    lobbyId: bigint,
    receivedCb: Given<UserAudioReceivedCallback>,
    capturedCb: Given<UserAudioCapturedCallback>,
  ): Call {
    return unfinishedRead<Call>(this, 'StartCallWithAudioCallbacks', Call.nullobj, lobbyId, receivedCb, capturedCb)
  }
}

declareParameters(AudioMethods, {
  EndCall: { channelId: uint64, callback: callback },
  EndCalls: { callback: callback },
  GetCall: { channelId: uint64 },
  GetCurrentInputDevice: { cb: callback },
  GetCurrentOutputDevice: { cb: callback },
  GetInputDevices: { cb: callback },
  GetOutputDevices: { cb: callback },
  SetAecDump: { on: flag },
  SetAutomaticGainControl: { on: flag },
  SetDeviceChangeCallback: { callback: callback },
  SetEchoCancellation: { on: flag },
  SetEngineManagedAudioSession: { isEngineManaged: flag },
  SetInputDevice: { deviceId: text, cb: callback },
  SetInputVolume: { inputVolume: float },
  SetNoAudioInputCallback: { callback: callback },
  SetNoAudioInputThreshold: { dBFSThreshold: float },
  SetNoiseCancellation: { on: flag },
  SetNoiseSuppression: { on: flag },
  SetOpusHardwareCoding: { encode: flag, decode: flag },
  SetOutputDevice: { deviceId: text, cb: callback },
  SetOutputVolume: { outputVolume: float },
  SetSelfDeafAll: { deaf: flag },
  SetSelfMuteAll: { mute: flag },
  SetSpeakerMode: { speakerMode: flag },
  SetThreadPriority: { thread: int32, priority: int32 },
  SetVoiceParticipantChangedCallback: { cb: callback },
  StartCall: { channelId: uint64 },
  StartCallWithAudioCallbacks: { lobbyId: uint64, receivedCb: callback, capturedCb: callback },
})
