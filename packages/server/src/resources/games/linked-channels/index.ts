export { unlinkChannelOf } from './actions/save.ts'
