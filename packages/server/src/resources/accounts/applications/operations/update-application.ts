import { ApplicationObject } from '@guildhall/protocol'
import { applicationForCaller } from '../../../../access/application.ts'
import { operation } from '../../../../kernel/operation.ts'
import { retryWebhookEvents } from '../../webhook-events/index.ts'
import { editApplication } from '../actions/edit.ts'
import { renderApplication } from '../actions/render.ts'
import { savesEndpoint, verifyEndpoints } from '../actions/verify-endpoints.ts'
import { ApplicationParams, OwnerChanges } from '../requests.ts'

/** Edit Application, for itself or its owner. [APP-1..4] [AUT-7] */
export const updateApplication = operation({
  id: 'update_application',
  method: 'PATCH',
  path: '/applications/:application_id',
  callers: ['bot', 'person'],
  params: ApplicationParams,
  body: OwnerChanges,
  responses: { 200: ApplicationObject },

  async before({ caller, params, body, platform }) {
    if (!savesEndpoint(body)) return
    const actor = { userId: caller.userId, reason: null }
    const application = await platform.units.read(actor, (work) =>
      applicationForCaller(work, caller, params.application_id),
    )
    await verifyEndpoints(platform, application, caller.user, body)
  },

  async run({ caller, params, body, work, platform }) {
    const application = await applicationForCaller(work, caller, params.application_id)
    // Only a person accepts terms.
    const changes = caller.kind === 'person' ? body : { ...body, social_sdk_terms_accepted: null, social_layer: null }
    const edited = await editApplication(work, platform, application.id, changes)
    if (body.event_webhooks_url) await retryWebhookEvents(work, edited.id)
    return renderApplication(work, edited)
  },
})
