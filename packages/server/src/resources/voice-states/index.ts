export { type VoiceChangeOptions, voiceChange } from './actions/change.ts'
export { connectedTo, newState } from './model.ts'
export { presentVoiceState } from './present.ts'
export { joinsSuppressed, mayJoin } from './rules.ts'
