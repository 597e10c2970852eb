import { getActivityMetadata } from './get-activity-metadata.ts'
import { getActivitySecret } from './get-activity-secret.ts'
import { subscribeToActivities } from './subscribe-to-activities.ts'

export const activityJoinOperations = [getActivityMetadata, getActivitySecret, subscribeToActivities]
