import { ApiError } from '@guildhall/protocol'
import { applicationForCaller } from '../../../../access/application.ts'
import { operation } from '../../../../kernel/operation.ts'
import { NoContent } from '../../../../validation/schema.ts'
import { removeApplication } from '../actions/save-application.ts'
import { ApplicationParams } from '../requests.ts'
import { listChildren, lockApplication } from '../store.ts'

/**
 * Delete Application: its bot leaves every guild, and its tokens, commands and players are deleted. Messages of the bot
 * stay. A publisher keeps its application while it has games.
 */
export const deleteApplication = operation({
  id: 'delete_application',
  method: 'POST',
  path: '/applications/:application_id/delete',
  callers: ['person'],
  freshFactor: true,
  unlisted: true,
  params: ApplicationParams,
  responses: { 204: NoContent },

  async run({ caller, params, work }) {
    const { id } = await applicationForCaller(work, caller, params.application_id)
    const application = await lockApplication(work, id)
    if (!application) throw new ApiError('UNKNOWN_APPLICATION')
    if ((await listChildren(work, id)).length > 0) throw new ApiError('APPLICATION_ACTION_NOT_AUTHORIZED')
    await removeApplication(work, application)
  },
})
