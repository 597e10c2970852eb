import { operation } from '../../../../kernel/operation.ts'
import { Type } from '../../../../validation/schema.ts'
import { operatorOf } from '../../operators/index.ts'
import { BlockObject, presentBlock } from '../present.ts'
import { listBlocks as blocksOf } from '../store.ts'

/** List Blocks: what may not register, and what nobody may send, newest first. */
export const listBlocks = operation({
  id: 'list_blocks',
  method: 'GET',
  path: '/admin/blocks',
  callers: ['operator', 'person'],
  unlisted: true,
  responses: { 200: Type.Array(BlockObject) },

  async run(request) {
    await operatorOf(request, 'admin')
    return (await blocksOf(request.work)).map(presentBlock)
  },
})
