import { ApiError, ApplicationObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { renderApplication } from '../actions/render.ts'

/** Get Current Bot Application Information: the older path, which many libraries still call. */
export const getMyOauth2Application = operation({
  id: 'get_my_oauth2_application',
  method: 'GET',
  path: '/oauth2/applications/@me',
  callers: ['bot'],
  responses: { 200: ApplicationObject },

  async run({ caller, work }) {
    if (!caller.application) throw new ApiError('UNKNOWN_APPLICATION')
    return renderApplication(work, caller.application)
  },
})
