import { operation } from '../../../../kernel/operation.ts'
import { Type } from '../../../../validation/schema.ts'
import { operatorOf } from '../actions/authorize.ts'
import { replaceKey } from '../actions/replace-key.ts'

/** Replace Operator Key: the former key ends at once. */
export const replaceOperatorKey = operation({
  id: 'replace_operator_key',
  method: 'POST',
  path: '/admin/key',
  callers: ['operator', 'person'],
  unlisted: true,
  responses: { 200: Type.Object({ key: Type.String() }) },

  async run(request) {
    const operator = await operatorOf(request, 'owner', { fresh: true })
    return { key: await replaceKey(request.work, operator, request.platform.operatorKey) }
  },
})
