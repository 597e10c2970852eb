export { postStageMessage } from './actions/post.ts'
export { closeStage, openStage, saveStage, scheduleSilenceCheck } from './actions/save.ts'
export { presentStageInstance } from './present.ts'
