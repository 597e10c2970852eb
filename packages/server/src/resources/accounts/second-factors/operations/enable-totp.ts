import { ApiError } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { Optional, Text, Type } from '../../../../validation/schema.ts'
import { beginSession, demandPassword, endAllSessions, FORMER_PASSWORD_MAX, findUser } from '../../users/index.ts'
import { saveApp } from '../actions/save.ts'
import { CODE_MAX } from '../model.ts'
import { BackupCodeObject, presentCodes } from '../present.ts'
import { CODE_LIMIT } from '../requests.ts'
import * as store from '../store.ts'
import { secretOf, stepOfCode } from '../totp.ts'

const SECRET_MAX = 200

/**
 * Enable TOTP MFA: the caller's authenticator app becomes their second factor. It ends all other sessions, which have
 * proven none. Clients send the password alone at first: TWO_FACTOR_SECRET_INVALID tells them that it is right.
 */
export const enableTotp = operation({
  id: 'enable_totp',
  method: 'POST',
  path: '/users/@me/mfa/totp/enable',
  callers: ['person'],
  unlisted: true,
  body: Type.Object({
    /** Left out by people who have none. */
    password: Optional(Text(1, FORMER_PASSWORD_MAX)),
    secret: Optional(Text(0, SECRET_MAX)),
    code: Optional(Text(0, CODE_MAX)),
  }),
  responses: { 200: Type.Object({ token: Type.String(), backup_codes: Type.Array(BackupCodeObject) }) },
  limit: CODE_LIMIT,

  async before({ caller, body, platform, client }) {
    await demandPassword(platform, caller, { password: body.password, client })
    const secret = secretOf(body.secret ?? '')
    if (secret === null) throw new ApiError('TWO_FACTOR_SECRET_INVALID')
    const step = await stepOfCode({ secret, lastStep: 0 }, body.code ?? '', platform.wallClock.now())
    if (step === null) throw new ApiError('TWO_FACTOR_CODE_INVALID')
    return { secret, step }
  },

  async run({ caller: { userId, user: known }, work, prepared }) {
    const app = await work.lock(`factors.${userId}`, () => store.findApp(work, userId))
    if (app) throw new ApiError('TWO_FACTOR_ALREADY_ENABLED')
    const user = (await findUser(work, userId)) ?? known
    const codes = await saveApp(work, user, prepared)
    await endAllSessions(work, userId)
    const token = await beginSession(work, userId, { secondFactor: true })
    return { token, backup_codes: presentCodes(userId, codes) }
  },
})
