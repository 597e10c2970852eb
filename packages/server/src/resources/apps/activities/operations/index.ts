import { applicationsGetActivityInstance } from './applications-get-activity-instance.ts'
import { createProxyTicket } from './create-proxy-ticket.ts'
import { getActivityDomain } from './get-activity-domain.ts'
import { getActivityTestMode } from './get-activity-test-mode.ts'
import { getEmbeddedActivityConfig } from './get-embedded-activity-config.ts'
import { getProxyConfig } from './get-proxy-config.ts'
import { joinActivity } from './join-activity.ts'
import { leaveActivity } from './leave-activity.ts'
import { listActivityShelf } from './list-activity-shelf.ts'
import { replaceProxyConfig } from './replace-proxy-config.ts'
import { updateEmbeddedActivityConfig } from './update-embedded-activity-config.ts'
import { uploadApplicationAttachment } from './upload-application-attachment.ts'

export const activityOperations = [
  applicationsGetActivityInstance,
  createProxyTicket,
  getActivityDomain,
  getActivityTestMode,
  getEmbeddedActivityConfig,
  getProxyConfig,
  joinActivity,
  leaveActivity,
  listActivityShelf,
  replaceProxyConfig,
  updateEmbeddedActivityConfig,
  uploadApplicationAttachment,
]
