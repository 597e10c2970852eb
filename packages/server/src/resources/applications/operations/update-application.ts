import { ApplicationObject } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../validation/schema.ts'
import { editApplication, OwnerBody, presentWithPeople } from '../edit.ts'
import { ownedApplication } from '../owned.ts'
import { verifyEndpoint } from '../verify.ts'

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
      ownedApplication(work, caller, params.application_id),
    )
    await verifyEndpoint(platform, application, caller.user, url)
  },

  async run({ caller, params, body, work, platform }) {
    const application = await ownedApplication(work, caller, params.application_id)
    return presentWithPeople(work, await editApplication(work, platform, application.id, body))
  },
})
