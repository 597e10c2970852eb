export { sampleSizes, scheduleSample } from './actions/sample.ts'
export { noteDiskRoom } from './actions/save.ts'
