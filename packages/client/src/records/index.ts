export type { Action, LocalActions, LocalName } from './action.ts'
export { compareIds, newNonce, timeOfId } from './ids.ts'
export { byId, withChanged, withEntry, withoutEntry } from './maps.ts'
export { mentionsPerson } from './mentions.ts'
export { nonceAfterLast } from './nonce.ts'
export { reduce, reduceEvent } from './reduce.ts'
export { ownActivity } from './reducers/activities.ts'
export { emojiKey } from './reducers/messages.ts'
export {
  type ActivityInstance,
  type ActivityParticipant,
  type Call,
  type ClientState,
  EMPTY,
  type GuildRecord,
  type GuildState,
  type MessageRange,
  type OpenModal,
  type OwnVoice,
  type PendingInteraction,
  type ReadState,
  type Relationship,
  type ShownMessage,
  type VoiceChannelInfo,
} from './state.ts'
