export {
  begun,
  ended,
  paused,
  type StreamEvent,
  type StreamTopics,
  topicsOfGuild,
  topicsOfUsers,
  unwatched,
  watched,
} from './actions/change.ts'
export { removeStream, saveStream, saveStreamPreview } from './actions/save.ts'
export { streamChanged, streamCreate, streamEnded } from './events.ts'
export {
  connectionsOfStream,
  type Participant,
  participantsOf,
  type Stream,
  type StreamChannel,
  type StreamEnd,
  type StreamPlace,
  serverOf,
  streamKey,
  takesPart,
} from './model.ts'
export { isStreamKey } from './requests.ts'
export { refusalToShare, refusalToWatch } from './rules.ts'
export { countOtherStreams, findPreview, findPreviewName, findStream, listStreams } from './store.ts'
