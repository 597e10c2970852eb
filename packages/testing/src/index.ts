/** Starts platforms for a test suite, and talks to them without a client library. */
export type { VoiceMessage, VoiceMode } from '@guildhall/local-client/voice'
export { connectGame, type GameOptions, type GameReady } from './connect-game.ts'
export { packEtf, type Term, unpackEtf } from './etf.ts'
export { type Answer, type Api, type Attached, api, multipart } from './http.ts'
export {
  type Closed,
  type ConnectOptions,
  type IdentifyOptions,
  type Marker,
  RawGateway,
  type Wanted,
} from './raw-gateway.ts'
export {
  type Exit,
  type ReadyLine,
  type SpawnedPlatform,
  type SpawnOptions,
  spawnPlatform,
  type World,
} from './spawn-platform.ts'
export { startPlatform, type TestPlatform } from './start-platform.ts'
export {
  type HeardFrame,
  requestVoice,
  type VoiceAddress,
  VoiceClient,
  type VoiceJoin,
} from './voice/voice-client.ts'
export type { Compression, Encoding, Frame } from './wire-codec.ts'
