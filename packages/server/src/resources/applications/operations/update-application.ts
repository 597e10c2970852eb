import { ApplicationObject } from '@guildhall/protocol'
import { applicationForCaller } from '../../../access/application.ts'
import { operation } from '../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../validation/schema.ts'
import { editApplication, OwnerBody, renderApplication } from '../actions/edit.ts'
import { verifyEndpoint } from '../actions/verify-endpoint.ts'

/** Edit Application, by itself or its owner. [APP-1..4] */
export const updateApplication = operation({
  id: 'update_application',
  method: 'PATCH',
  path: '/applications/:application_id',
  callers: ['bot', 'person'],
  params: Type.Object({ application_id: SnowflakeId }),
  body: OwnerBody,
  responses: { 200: ApplicationObject },

  async before({ caller, params, body, platform }) {
    const { interactions_endpoint_url: url } = body
    if (!url) return
    const actor = { userId: caller.userId, reason: null }
    const application = await platform.units.read(actor, (work) =>
      applicationForCaller(work, caller, params.application_id),
    )
    await verifyEndpoint(platform, application, caller.user, url)
  },

  async run({ caller, params, body, work, platform }) {
    const application = await applicationForCaller(work, caller, params.application_id)
    return renderApplication(work, await editApplication(work, platform, application.id, body))
  },
})
