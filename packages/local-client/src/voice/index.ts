/** Parts of a voice client: transport encryption, media, messages and end-to-end encryption. */
export { VoiceOp } from '@guildhall/protocol/constants'
export { DaveClient, type DaveClientParts } from './dave-client.ts'
export type { VoiceMode } from './transport-cipher.ts'
export { type MediaPacket, type MediaTarget, VoiceMedia } from './voice-media.ts'
export { VoiceSession, type VoiceSessionAddress, type VoiceSessionParts, type VoiceState } from './voice-session.ts'
export { type VoiceClosed, type VoiceMessage, VoiceWire, type VoiceWireOptions } from './voice-wire.ts'
