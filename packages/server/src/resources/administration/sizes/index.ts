export { noteDiskRoom } from './actions/save.ts'
