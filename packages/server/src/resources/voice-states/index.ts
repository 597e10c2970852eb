export { connectedTo, newState, type VoiceChangeOptions, voiceChange } from './change.ts'
export { presentVoiceState, voiceStateUpdate } from './events.ts'
export { isVoice, joinsSuppressed, mayJoin } from './rules.ts'
