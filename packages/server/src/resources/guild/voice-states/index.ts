export { type VoiceChangeOptions, voiceChange } from './actions/change.ts'
export { removeVoiceState, removeVoiceStatesOn, saveVoiceChannel, saveVoiceState } from './actions/save.ts'
export { voiceChannelStartTimeUpdate, voiceChannelStatusUpdate, voiceStateUpdate } from './events.ts'
export { connectedTo, newState, unconnectedState } from './model.ts'
export { presentVoiceState } from './present.ts'
export { isIdle, joinsSuppressed, losesConnection, mayJoin, mayShowVideo } from './rules.ts'
export {
  type ConnectionRow,
  findVoiceState,
  listConnections,
  listConnectionsOfUser,
  listEndedConnections,
  listVoiceStates,
} from './store.ts'
