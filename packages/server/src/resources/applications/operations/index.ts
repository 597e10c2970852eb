import { authorizeApplication } from './authorize-application.ts'
import { deleteMyAuthorization } from './delete-my-authorization.ts'
import { getApplication } from './get-application.ts'
import { getMyApplication } from './get-my-application.ts'
import { getMyOauth2Application } from './get-my-oauth2-application.ts'
import { listMyAuthorizations } from './list-my-authorizations.ts'
import { updateApplication } from './update-application.ts'
import { updateMyApplication } from './update-my-application.ts'

export const applicationOperations = [
  authorizeApplication,
  deleteMyAuthorization,
  getApplication,
  getMyApplication,
  getMyOauth2Application,
  listMyAuthorizations,
  updateApplication,
  updateMyApplication,
]
