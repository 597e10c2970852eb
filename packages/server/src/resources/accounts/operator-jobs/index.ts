export { addOperatorJob, failJob, finishJob, postponeJob, saveProgress } from './actions/save.ts'
export { StartedJob } from './present.ts'
export { findOperatorJob, listOpenJobs } from './store.ts'
