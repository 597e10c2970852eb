import { ApiError, ApplicationObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { retryWebhookEvents } from '../../webhook-events/index.ts'
import { editApplication } from '../actions/edit.ts'
import { renderApplication } from '../actions/render.ts'
import { verifyEndpoints } from '../actions/verify-endpoints.ts'
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
    await verifyEndpoints(platform, caller.application, caller.user, body)
  },

  async run({ caller, body, work, platform }) {
    if (!caller.application) throw new ApiError('UNKNOWN_APPLICATION')
    const edited = await editApplication(work, platform, caller.application.id, body)
    if (body.event_webhooks_url) await retryWebhookEvents(work, edited.id)
    return renderApplication(work, edited)
  },
})
