import { ApiError, invalidForm, type Snowflake } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import type { Work } from '../../../../kernel/work.ts'
import { findApplication } from '../../../accounts/applications/index.ts'
import {
  addBotToken,
  beginSession,
  findUser,
  findUserByName,
  newToken,
  tokenHash,
} from '../../../accounts/users/index.ts'
import { CONTROL, TokenRequest } from '../requests.ts'
import { IssuedToken } from '../responses.ts'

/** Create Token: returns one more token of a person, or of an application's bot. Others stay valid. */
export const createToken = operation({
  ...CONTROL,
  id: 'create_token',
  method: 'POST',
  path: '/tokens',
  body: TokenRequest,
  responses: { 200: IssuedToken },

  async run({ body: { user_id, username, application_id }, work }) {
    const given = [user_id, username, application_id].filter((value) => value !== undefined)
    if (given.length !== 1) throw invalidForm(['user_id'], 'ONE_OF', 'Give user_id, username or application_id.')
    if (application_id !== undefined) return botToken(work, application_id)
    const user = username === undefined ? await findUser(work, user_id ?? 0n) : await findUserByName(work, username)
    if (!user || user.bot) throw new ApiError('UNKNOWN_USER')
    return { token: await beginSession(work, user.id), user_id: `${user.id}` }
  },
})

async function botToken(work: Work, applicationId: Snowflake) {
  const application = await findApplication(work, applicationId)
  if (!application?.bot_id) throw new ApiError('UNKNOWN_APPLICATION')
  const token = newToken(application.bot_id, work.now)
  await addBotToken(work, { userId: application.bot_id, applicationId, hash: tokenHash(token) })
  return { token, user_id: `${application.bot_id}` }
}
