import { operation } from '../../../../kernel/operation.ts'
import { NoContent, SnowflakeId, Type } from '../../../../validation/schema.ts'
import { operatorOf } from '../../operators/index.ts'
import { liftBlock } from '../actions/save.ts'

/** Delete Block: what was blocked may register, or be sent, again. */
export const deleteBlock = operation({
  id: 'delete_block',
  method: 'DELETE',
  path: '/admin/blocks/:block_id',
  callers: ['operator', 'person'],
  unlisted: true,
  params: Type.Object({ block_id: SnowflakeId }),
  responses: { 204: NoContent },

  async run({ params, ...request }) {
    const operator = await operatorOf(request, 'admin')
    await liftBlock(request.work, operator, params.block_id)
  },
})
