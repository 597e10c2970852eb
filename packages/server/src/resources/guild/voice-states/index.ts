export { type VoiceChangeOptions, voiceChange } from './actions/change.ts'
export { connectedTo, newState } from './model.ts'
export { presentVoiceState } from './present.ts'
export { isIdle, joinsSuppressed, losesConnection, mayJoin } from './rules.ts'
