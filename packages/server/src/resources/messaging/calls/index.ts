export { endCallMessage, postCallMessage } from './actions/call-message.ts'
export {
  type CallChange,
  newCall,
  newRingingEnds,
  ringingEnded,
  withoutRecipient,
  withoutRinging,
  withoutUser,
  withRestored,
  withRinging,
  withState,
} from './actions/change.ts'
export { findCallChannel } from './actions/load.ts'
export { endRinging, holdCall, saveCallChange } from './actions/save.ts'
export { callVoiceStateChanged } from './events.ts'
export { type PrivateCall, RING_MS, snapshotOf } from './model.ts'
export { presentWholeCall } from './present.ts'
export { findCall, listCallsOfUser, listPlacesOfPerson } from './store.ts'
