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
import { act, type Given, type Once, once, onceBare, read, setHandler } from '../base.ts'
import { LobbiesMethods } from '../lobbies/methods.ts'

/** Calls and devices. */
export abstract class AudioMethods extends LobbiesMethods {
  /** Leaves the call of a lobby. */
  EndCall(channelId: bigint, callback?: Given<EndCallCallback>): Once<EndCallCallback> {
    return onceBare(this, callback, [], async ({ audio }) => {
      await audio.leave(channelId)
      return []
    })
  }

  /** Leaves all calls. */
  EndCalls(callback?: Given<EndCallsCallback>): Once<EndCallsCallback> {
    return onceBare(this, callback, [], async ({ audio }) => {
      await audio.leaveAll()
      return []
    })
  }

  /** Returns the call of a lobby that the player is in; a call that is not valid if there is none. */
  GetCall(channelId: bigint): Call {
    return read(this, Call.nullobj, ({ audio }) => audio.find(channelId))
  }

  /** Returns the calls that the player is in. */
  GetCalls(): Call[] {
    return read(this, [], ({ audio }) => audio.all())
  }

  /** Returns the microphone in use. */
  GetCurrentInputDevice(cb?: Given<GetCurrentInputDeviceCallback>): Once<GetCurrentInputDeviceCallback> {
    return onceBare(this, cb, [AudioDevice.nullobj], ({ audio }) => [audio.devices.input.current()])
  }

  /** Returns the loudspeaker in use. */
  GetCurrentOutputDevice(cb?: Given<GetCurrentOutputDeviceCallback>): Once<GetCurrentOutputDeviceCallback> {
    return onceBare(this, cb, [AudioDevice.nullobj], ({ audio }) => [audio.devices.output.current()])
  }

  /** Returns the microphones. */
  GetInputDevices(cb?: Given<GetInputDevicesCallback>): Once<GetInputDevicesCallback> {
    return onceBare(this, cb, [[]], ({ audio }) => [audio.devices.input.all()])
  }

  /** Returns the volume of the microphone, 0 to 100. */
  GetInputVolume(): number {
    return read(this, 0, ({ audio }) => audio.settings.inputVolume)
  }

  /** Returns the loudspeakers. */
  GetOutputDevices(cb?: Given<GetOutputDevicesCallback>): Once<GetOutputDevicesCallback> {
    return onceBare(this, cb, [[]], ({ audio }) => [audio.devices.output.all()])
  }

  /** Returns the volume of the loudspeaker, 0 to 200. */
  GetOutputVolume(): number {
    return read(this, 0, ({ audio }) => audio.settings.outputVolume)
  }

  /** Returns whether the player hears nobody in any call. */
  GetSelfDeafAll(): boolean {
    return read(this, false, ({ audio }) => audio.isDeafInAll)
  }

  /** Returns whether the microphone is muted in all calls. */
  GetSelfMuteAll(): boolean {
    return read(this, false, ({ audio }) => audio.isMutedInAll)
  }

  /** Sets whether diagnostics of echo cancellation are written beside the log. */
  SetAecDump(on: boolean): void {
    act(this, ({ audio }) => audio.settings.process({ aecDump: on }))
  }

  /** Sets whether the level of the microphone is controlled automatically; true at first. */
  SetAutomaticGainControl(on: boolean): void {
    act(this, ({ audio }) => audio.settings.process({ automaticGainControl: on }))
  }

  /** Sets the handler that is called when devices come or go; null removes it. */
  SetDeviceChangeCallback(callback: Given<DeviceChangeCallback>): void {
    setHandler(this, 'deviceChange', callback)
  }

  /** Sets whether echoes are removed; true at first. */
  SetEchoCancellation(on: boolean): void {
    act(this, ({ audio }) => audio.settings.process({ echoCancellation: on }))
  }

  /** Sets whether the game engine manages the system's audio session. Then SetSpeakerMode works. */
  SetEngineManagedAudioSession(isEngineManaged: boolean): void {
    act(this, ({ audio }) => audio.useEngineSession(isEngineManaged))
  }

  /** Sets the microphone. ValidationError for an unknown device. */
  SetInputDevice(deviceId: string, cb?: Given<SetInputDeviceCallback>): Once<SetInputDeviceCallback> {
    return once(this, cb, [], ({ audio }) => audio.chooseInput(deviceId))
  }

  /** Sets the volume of the microphone. Values are limited to 0 to 100. */
  SetInputVolume(inputVolume: number): void {
    act(this, ({ audio }) => {
      audio.settings.inputVolume = inputVolume
    })
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
    act(this, ({ audio }) => {
      audio.settings.silentBelow = dBFSThreshold
    })
  }

  /** Sets whether noise is cancelled; false at first. It replaces noise suppression. Since 1.9. */
  SetNoiseCancellation(on: boolean): void {
    act(this, ({ audio }) => audio.settings.process({ noiseCancellation: on, noiseSuppression: !on }))
  }

  /** Sets whether noise is suppressed; true at first. */
  SetNoiseSuppression(on: boolean): void {
    act(this, ({ audio }) => audio.settings.process({ noiseSuppression: on }))
  }

  /** Sets whether the hardware encodes and decodes; true at first. It is a hint. */
  SetOpusHardwareCoding(encode: boolean, decode: boolean): void {
    act(this, ({ audio }) => audio.hintHardware(encode, decode))
  }

  /** Sets the loudspeaker. ValidationError for an unknown device. */
  SetOutputDevice(deviceId: string, cb?: Given<SetOutputDeviceCallback>): Once<SetOutputDeviceCallback> {
    return once(this, cb, [], ({ audio }) => audio.chooseOutput(deviceId))
  }

  /** Sets the volume of the loudspeaker. Values are limited to 0 to 200. */
  SetOutputVolume(outputVolume: number): void {
    act(this, ({ audio }) => {
      audio.settings.outputVolume = outputVolume
    })
  }

  /** Sets whether the player hears nobody in any call. */
  SetSelfDeafAll(deaf: boolean): void {
    act(this, ({ audio }) => {
      audio.isDeafInAll = deaf
    })
  }

  /** Mutes the microphone in all calls. */
  SetSelfMuteAll(mute: boolean): void {
    act(this, ({ audio }) => {
      audio.isMutedInAll = mute
    })
  }

  /**
   * Switches between earpiece and loudspeaker.
   * @deprecated Routing is automatic, unless SetEngineManagedAudioSession is used.
   * @returns whether it had an effect
   */
  SetSpeakerMode(speakerMode: boolean): boolean {
    return read(this, false, ({ audio }) => audio.useSpeaker(speakerMode))
  }

  /** Sets the priority of a thread. It is a hint, and has no effect here. */
  SetThreadPriority(thread: ClientThread, priority: number): void {
    act(this, ({ audio }) => audio.hintPriority(thread, priority))
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
    return read(this, false, ({ audio }) => audio.showRoutes())
  }

  /**
   * Joins the call of a lobby. The call is not valid if the player is in it already, before Ready, and
   * outside of the lobby.
   */
  StartCall(channelId: bigint): Call {
    return read(this, Call.nullobj, ({ audio }) => audio.start(channelId, { received: null, captured: null }))
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
    return read(this, Call.nullobj, ({ audio }) =>
      audio.start(lobbyId, { received: receivedCb ?? null, captured: capturedCb ?? null }),
    )
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
