export { mailFailure, noteBegun, noteEnded, noteFailed, noteMade, noteTaken } from './actions/run-job.ts'
