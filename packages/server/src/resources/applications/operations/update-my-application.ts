import { ApiError, ApplicationObject } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { editApplication } from '../actions/edit.ts'
import { renderApplication } from '../actions/render.ts'
import { verifyEndpoint } from '../actions/verify-endpoint.ts'
import { ApplicationChanges } from '../requests.ts'

/** Edit Current Application. [APP-1..4] */
export const updateMyApplication = operation({
  id: 'update_my_application',
  method: 'PATCH',
  path: '/applications/@me',
  callers: ['bot'],
  body: ApplicationChanges,
  responses: { 200: ApplicationObject },

  async before({ caller, body, platform }) {
    if (!caller.application) throw new ApiError('UNKNOWN_APPLICATION')
    await verifyEndpoint(platform, caller.application, caller.user, body.interactions_endpoint_url)
  },

  async run({ caller, body, work, platform }) {
    if (!caller.application) throw new ApiError('UNKNOWN_APPLICATION')
    return renderApplication(work, await editApplication(work, platform, caller.application.id, body))
  },
})
