import { operation } from '../../../../kernel/operation.ts'
import { NoContent } from '../../../../validation/schema.ts'
import { findUser } from '../../../accounts/users/index.ts'
import { mailConfirmationOf } from '../actions/confirm.ts'

/** Resend Verification: mails the link that confirms the caller's address once more. The former link ends. */
export const resendVerification = operation({
  id: 'resend_verification',
  method: 'POST',
  path: '/auth/verify/resend',
  callers: ['person'],
  unlisted: true,
  responses: { 204: NoContent },

  async run({ caller, work, platform }) {
    const user = await findUser(work, caller.userId)
    if (user) await mailConfirmationOf(work, user, platform.addresses.url)
  },
})
