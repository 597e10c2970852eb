import { type EnumValue, enumOf } from './enum.ts'

/** Audio system of the client. */
export const AudioSystem = enumOf({
  Standard: 0,
  Game: 1,
})
export type AudioSystem = EnumValue<typeof AudioSystem>

/** Way in which a call finds out that the user speaks. */
export const AudioModeType = enumOf({
  MODE_UNINIT: 0,
  MODE_VAD: 1,
  MODE_PTT: 2,
})
export type AudioModeType = EnumValue<typeof AudioModeType>

/** Status of a call. Sound flows while it is Connected. */
export const CallStatus = enumOf({
  Disconnected: 0,
  Joining: 1,
  Connecting: 2,
  SignalingConnected: 3,
  Connected: 4,
  Reconnecting: 5,
  Disconnecting: 6,
})
export type CallStatus = EnumValue<typeof CallStatus>

/** Error of a call. */
export const CallError = enumOf({
  None: 0,
  SignalingConnectionFailed: 1,
  SignalingUnexpectedClose: 2,
  VoiceConnectionFailed: 3,
  JoinTimeout: 4,
  Forbidden: 5,
})
export type CallError = EnumValue<typeof CallError>
