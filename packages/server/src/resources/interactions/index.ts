export {
  type Answering,
  answerWithMessage,
  beginAnswer,
  deleteOwnMessage,
  editOwnMessage,
  ownMessage,
} from './answer.ts'
export { countFollowup } from './followup.ts'
export type { Interaction } from './interaction.ts'
export { findByToken as findInteractionByToken } from './store.ts'
export { interactionUnanswered } from './unanswered.ts'
