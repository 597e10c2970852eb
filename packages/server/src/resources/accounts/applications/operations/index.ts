import { checkApplicationEndpoint } from './check-application-endpoint.ts'
import { createApplication } from './create-application.ts'
import { deleteApplication } from './delete-application.ts'
import { getApplication } from './get-application.ts'
import { getApplicationReview } from './get-application-review.ts'
import { getMyApplication } from './get-my-application.ts'
import { getMyOauth2Application } from './get-my-oauth2-application.ts'
import { getRpcApplication } from './get-rpc-application.ts'
import { listDetectableApplications } from './list-detectable-applications.ts'
import { listMyApplications } from './list-my-applications.ts'
import { requestApplicationIntents } from './request-application-intents.ts'
import { resetBotToken } from './reset-bot-token.ts'
import { resetClientSecret } from './reset-client-secret.ts'
import { updateApplication } from './update-application.ts'
import { updateApplicationApprovals } from './update-application-approvals.ts'
import { updateMyApplication } from './update-my-application.ts'

export const applicationOperations = [
  checkApplicationEndpoint,
  createApplication,
  deleteApplication,
  getApplication,
  getApplicationReview,
  getMyApplication,
  getMyOauth2Application,
  getRpcApplication,
  listDetectableApplications,
  listMyApplications,
  requestApplicationIntents,
  resetBotToken,
  resetClientSecret,
  updateApplication,
  updateApplicationApprovals,
  updateMyApplication,
]
