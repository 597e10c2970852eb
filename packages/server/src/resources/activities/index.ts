export { hasActivity, launchActivity, leaveWithSession } from './actions/launch.ts'
export { instanceId, type StoredActivityInstance } from './model.ts'
export { listParticipatingSessions, listParticipationsOfSession } from './store.ts'
