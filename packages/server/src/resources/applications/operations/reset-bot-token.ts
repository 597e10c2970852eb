import { ApiError } from '@guildhall/protocol'
import { applicationForCaller } from '../../../access/application.ts'
import { userTopic } from '../../../kernel/event.ts'
import { operation } from '../../../kernel/operation.ts'
import { Type } from '../../../validation/schema.ts'
import { deleteTokensOfUser, insertToken, newToken, tokenHash, tokensRevoked } from '../../users/index.ts'
import { ApplicationParams } from '../requests.ts'

/** Replaces the token of a bot. Deletes the old token and closes its gateway sessions with 4004. [AUT-29] */
export const resetBotToken = operation({
  id: 'reset_bot_token',
  method: 'POST',
  path: '/applications/:application_id/bot/reset',
  callers: ['person'],
  unlisted: true,
  params: ApplicationParams,
  responses: { 200: Type.Object({ token: Type.String() }) },

  async run({ caller, params, work }) {
    const { id, bot_id: userId } = await applicationForCaller(work, caller, params.application_id)
    if (userId === null) throw new ApiError('APPLICATION_HAS_NO_BOT')
    const token = newToken(userId, work.now)
    await deleteTokensOfUser(work, userId, 'bot')
    const row = { hash: tokenHash(token), kind: 'bot', user_id: userId, application_id: id } as const
    await insertToken(work, { ...row, created_at: work.now })
    work.emit(tokensRevoked, userTopic(userId), { userId, applicationId: null })
    return { token }
  },
})
