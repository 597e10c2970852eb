export { activityForMessage } from './actions/resolve.ts'
export { canAsk, seesActivity } from './actions/visible.ts'
export { isOfSamePublisher } from './rules.ts'
