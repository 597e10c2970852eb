import { createApplication } from './create-application.ts'
import { deleteApplication } from './delete-application.ts'
import { getApplication } from './get-application.ts'
import { getMyApplication } from './get-my-application.ts'
import { getMyOauth2Application } from './get-my-oauth2-application.ts'
import { listMyApplications } from './list-my-applications.ts'
import { resetBotToken } from './reset-bot-token.ts'
import { resetClientSecret } from './reset-client-secret.ts'
import { updateApplication } from './update-application.ts'
import { updateMyApplication } from './update-my-application.ts'

export const applicationOperations = [
  createApplication,
  deleteApplication,
  getApplication,
  getMyApplication,
  getMyOauth2Application,
  listMyApplications,
  resetBotToken,
  resetClientSecret,
  updateApplication,
  updateMyApplication,
]
