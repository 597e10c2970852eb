import { ApplicationObject } from '@guildhall/protocol'
import { applicationForCaller } from '../../../../access/application.ts'
import { operation } from '../../../../kernel/operation.ts'
import { renderApplication } from '../actions/render.ts'
import { ApplicationParams } from '../requests.ts'

/** Get Application, for itself or its owner. [APP-1..4] */
export const getApplication = operation({
  id: 'get_application',
  method: 'GET',
  path: '/applications/:application_id',
  callers: ['bot', 'person'],
  params: ApplicationParams,
  responses: { 200: ApplicationObject },

  async run({ caller, params, work }) {
    const application = await applicationForCaller(work, caller, params.application_id)
    return renderApplication(work, application)
  },
})
