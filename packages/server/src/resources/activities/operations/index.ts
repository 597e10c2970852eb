import { applicationsGetActivityInstance } from './applications-get-activity-instance.ts'
import { joinActivity } from './join-activity.ts'
import { leaveActivity } from './leave-activity.ts'
import { uploadApplicationAttachment } from './upload-application-attachment.ts'

export const activityOperations = [
  applicationsGetActivityInstance,
  joinActivity,
  leaveActivity,
  uploadApplicationAttachment,
]
