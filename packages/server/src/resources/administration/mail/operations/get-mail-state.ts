import { operation } from '../../../../kernel/operation.ts'
import { Nullable, Type } from '../../../../validation/schema.ts'
import { countMails } from '../../../accounts/mails/index.ts'
import { operatorOf } from '../../../accounts/operators/index.ts'

/** Get Mail State: how many mails wait and have failed, and why. */
export const getMailState = operation({
  id: 'get_mail_state',
  method: 'GET',
  path: '/admin/mail',
  callers: ['operator', 'person'],
  unlisted: true,
  responses: {
    200: Type.Object({ waiting: Type.Integer(), failed: Type.Integer(), last_error: Nullable(Type.String()) }),
  },

  async run(request) {
    await operatorOf(request, 'admin')
    const { waiting, failed, lastError } = await countMails(request.work)
    return { waiting, failed, last_error: lastError }
  },
})
