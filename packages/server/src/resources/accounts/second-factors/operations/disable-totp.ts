import { ApiError } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { Type } from '../../../../validation/schema.ts'
import { findUser, replaceSession } from '../../users/index.ts'
import { removeApp } from '../actions/save.ts'
import { hasFactor } from '../model.ts'
import * as store from '../store.ts'

/** Disable TOTP MFA: the authenticator app is no second factor any more. */
export const disableTotp = operation({
  id: 'disable_totp',
  method: 'POST',
  path: '/users/@me/mfa/totp/disable',
  callers: ['person'],
  unlisted: true,
  freshFactor: true,
  responses: { 200: Type.Object({ token: Type.String() }) },

  async run({ caller: { userId, user: known, tokenHash: hash }, work }) {
    const app = await work.lock(`factors.${userId}`, () => store.findApp(work, userId))
    if (!app) throw new ApiError('TWO_FACTOR_NOT_ENABLED')
    await removeApp(work, (await findUser(work, userId)) ?? known)
    const secondFactor = hasFactor(await store.findFactors(work, userId))
    return { token: await replaceSession(work, userId, { hash, secondFactor }) }
  },
})
