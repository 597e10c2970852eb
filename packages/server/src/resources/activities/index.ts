export { hasActivity, launchActivity, leaveWithSession } from './actions/launch.ts'
export { instanceId } from './model.ts'
export { listParticipatingSessions, listParticipationsOfSession } from './store.ts'
