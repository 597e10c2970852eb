import { ApiError, Application } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { ApplicationBody, editApplication, presentWithPeople } from '../edit.ts'

/** Edit Current Application. [APP-1..4] */
export const updateMyApplication = operation({
  id: 'update_my_application',
  method: 'PATCH',
  path: '/applications/@me',
  callers: ['bot'],
  body: ApplicationBody,
  answers: { 200: Application },

  async run({ caller, body, work, platform }) {
    if (!caller.application) throw new ApiError('UNKNOWN_APPLICATION')
    const { application } = caller
    return presentWithPeople(work, await editApplication(work, platform, application, body))
  },
})
