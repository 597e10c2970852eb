export type { StoredActivityInstance } from './instance.ts'
export { hasActivity, launchActivity, leaveWithSession } from './launch.ts'
export { instanceId } from './rules.ts'
export { listOfSession as listParticipationsOfSession, listSessions as listParticipatingSessions } from './store.ts'
