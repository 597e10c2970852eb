export { unlinkChannelOf } from './actions/save.ts'
export { linkFields } from './rules.ts'
