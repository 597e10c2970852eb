export {
  type Answering,
  beginAnswer,
  deleteOwnMessage,
  editOwnMessage,
  ownMessage,
} from './answer.ts'
export { interactionUnanswered } from './failure.ts'
export { followUp } from './followup.ts'
export { hasWebhook, tokenLives } from './interaction.ts'
export { findByToken as findInteractionByToken, reseal as resealInteractionTokens } from './store.ts'
