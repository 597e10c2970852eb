import { ApiError, ApplicationObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { renderApplication } from '../actions/render.ts'

/** Get Current Application. [APP-1..4] */
export const getMyApplication = operation({
  id: 'get_my_application',
  method: 'GET',
  path: '/applications/@me',
  callers: ['bot'],
  responses: { 200: ApplicationObject },

  async run({ caller, work }) {
    if (!caller.application) throw new ApiError('UNKNOWN_APPLICATION')
    const { application } = caller
    return renderApplication(work, application)
  },
})
