export { giveUpTask, isTaskTaken, takeTask } from './actions/save.ts'
