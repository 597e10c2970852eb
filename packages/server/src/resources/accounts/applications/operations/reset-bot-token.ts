import { ApiError } from '@guildhall/protocol'
import { applicationForCaller } from '../../../../access/application.ts'
import { operation } from '../../../../kernel/operation.ts'
import { Type } from '../../../../validation/schema.ts'
import { addBotToken, newToken, revokeBotTokens, tokenHash } from '../../users/index.ts'
import { ApplicationParams } from '../requests.ts'

/** Replaces the token of a bot. Deletes the old token and closes its gateway sessions with 4004. [AUT-29] */
export const resetBotToken = operation({
  id: 'reset_bot_token',
  method: 'POST',
  path: '/applications/:application_id/bot/reset',
  callers: ['person'],
  freshFactor: true,
  unlisted: true,
  params: ApplicationParams,
  responses: { 200: Type.Object({ token: Type.String() }) },

  async run({ caller, params, work }) {
    const { id, bot_id: userId } = await applicationForCaller(work, caller, params.application_id)
    if (userId === null) throw new ApiError('APPLICATION_HAS_NO_BOT')
    const token = newToken(userId, work.now)
    await revokeBotTokens(work, userId)
    await addBotToken(work, { userId, applicationId: id, hash: tokenHash(token) })
    return { token }
  },
})
