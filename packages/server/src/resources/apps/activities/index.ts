export { hasActivity, launchActivity, sessionOf } from './actions/launch.ts'
export {
  endActivities,
  leaveActivities,
  leaveActivitiesOfLostSessions,
  runningActivities,
} from './actions/participants.ts'
export { isTicketRenewable } from './actions/proxy-tickets.ts'
export { activityConfigOf } from './config-rules.ts'
export { presentRunning, visibleActivities } from './events.ts'
export { mappingFaults, orderedMappings } from './mapping-rules.ts'
export { instanceId } from './model.ts'
export { ParticipantChecks } from './participant-checks.ts'
