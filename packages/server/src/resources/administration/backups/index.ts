export { mailFailure, noteBegun, noteFailed, noteMade } from './actions/run-job.ts'
