export type { ControlApi } from '@guildhall/client/control'
/** Starts platforms for a test suite, and talks to them without a client library. */

export type { EventName, Events, OperationId, ResponseOf } from '@guildhall/client'
export type { VoiceMessage, VoiceMode } from '@guildhall/local-client/voice'
export type { Bot } from './acting/bot.ts'
export type {
  ChannelActs,
  /** @deprecated Use `ChannelActs`. */
  ChannelActs as Place,
} from './acting/channel-acts.ts'
export type { PlatformClock } from './acting/clock.ts'
export type { Duration } from './acting/duration.ts'
export { NotSeen } from './acting/failure.ts'
export type { EventFilter, MessageFilter } from './acting/filter.ts'
export type { Button, SeenMessage, Select } from './acting/message.ts'
export type { Modal } from './acting/modal.ts'
export type { NamedChannel, NamedGuild, NamedRole, Names } from './acting/names.ts'
export type { Person, SeenEvent, Until, Wait } from './acting/person.ts'
export type { Reference } from './acting/references.ts'
export { Refusal } from './acting/refusal.ts'
export type { MessageInput } from './acting/send.ts'
export type { World } from './acting/world.ts'
export { connectGame, type GameOptions, type GameReady } from './connect-game.ts'
export { type ConnectedPlatform, connectPlatform } from './connect-platform.ts'
export type { ControlClient } from './control/control-client.ts'
export { packEtf, type Term, unpackEtf } from './etf.ts'
export { NotGolden } from './golden/golden.ts'
export { type Answer, type Api, type Attached, api, multipart } from './http.ts'
export {
  type Closed,
  type ConnectOptions,
  type IdentifyOptions,
  type Marker,
  type PayloadOf,
  RawGateway,
  type ReceivedDispatch,
  type Wanted,
} from './raw-gateway.ts'
export {
  type Exit,
  type ReadyLine,
  type SpawnedPlatform,
  type SpawnOptions,
  spawnPlatform,
} from './spawn-platform.ts'
export { type StartOptions, startPlatform, type TestPlatform, type WorldFile } from './start-platform.ts'
export {
  type HeardFrame,
  requestVoice,
  type VoiceAddress,
  VoiceClient,
  type VoiceJoin,
} from './voice/voice-client.ts'
export type { Compression, Encoding, Frame } from './wire-codec.ts'
