export { changeStage, closeStage, lookLater, openStage } from './manage.ts'
export { presentStageInstance } from './present.ts'
export { listOfGuild as listStageInstances } from './store.ts'
export { tellStage } from './tell.ts'
