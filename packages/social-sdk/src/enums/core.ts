import { type EnumValue, enumOf } from './enum.ts'

/** State of an object: whether it holds a value. */
export const DiscordObjectState = enumOf({
  Invalid: 0,
  Owned: 1,
})
export type DiscordObjectState = EnumValue<typeof DiscordObjectState>

/** Kind of the error of a ClientResult. */
export const ErrorType = enumOf({
  None: 0,
  NetworkError: 1,
  HTTPError: 2,
  ClientNotReady: 3,
  Disabled: 4,
  ClientDestroyed: 5,
  ValidationError: 6,
  Aborted: 7,
  AuthorizationFailed: 8,
  RPCError: 9,
})
export type ErrorType = EnumValue<typeof ErrorType>

/** Level of a line in a log. None is for no lines at all. */
export const LoggingSeverity = enumOf({
  Verbose: 1,
  Info: 2,
  Warning: 3,
  Error: 4,
  None: 5,
})
export type LoggingSeverity = EnumValue<typeof LoggingSeverity>

/** Status of the connection of a Client. Methods that need the server work while it is Ready. */
export const ClientStatus = enumOf({
  Disconnected: 0,
  Connecting: 1,
  Connected: 2,
  Ready: 3,
  Reconnecting: 4,
  Disconnecting: 5,
  HttpWait: 6,
})
export type ClientStatus = EnumValue<typeof ClientStatus>

/** Error of the connection of a Client. */
export const ClientError = enumOf({
  None: 0,
  ConnectionFailed: 1,
  UnexpectedClose: 2,
  ConnectionCanceled: 3,
})
export type ClientError = EnumValue<typeof ClientError>

/** Thread of the C++ library. Here they are names only. */
export const ClientThread = enumOf({
  Client: 0,
  Voice: 1,
  Network: 2,
})
export type ClientThread = EnumValue<typeof ClientThread>
