export { mailFailure, noteBegun, noteEnded, noteFailed, noteMade } from './actions/run-job.ts'
