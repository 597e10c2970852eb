import { Application } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../kernel/schema.ts'
import { editApplication, OwnerBody, presentWithPeople } from '../edit.ts'
import { ownedApplication } from '../owned.ts'

/** Edit Application, by itself or its owner. [APP-1..4] */
export const updateApplication = operation({
  id: 'update_application',
  method: 'PATCH',
  path: '/applications/:application_id',
  callers: ['bot', 'person'],
  params: Type.Object({ application_id: SnowflakeId }),
  body: OwnerBody,
  answers: { 200: Application },

  async run({ caller, params, body, work, platform }) {
    const application = await ownedApplication(work, caller, params.application_id)
    return presentWithPeople(work, await editApplication(work, platform, application, body))
  },
})
