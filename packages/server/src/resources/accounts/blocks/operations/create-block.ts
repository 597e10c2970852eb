import { operation } from '../../../../kernel/operation.ts'
import { OneOf, OptionalNullable, Text, Type } from '../../../../validation/schema.ts'
import { operatorOf } from '../../operators/index.ts'
import { createBlock as addBlock } from '../actions/save.ts'
import { BLOCK_KINDS } from '../model.ts'
import { BlockObject, presentBlock } from '../present.ts'

const VALUE_MAX = 253
const NOTE_MAX = 500

/** Create Block: a domain of mail or a network may not register, or a word, link or file may not be sent. */
export const createBlock = operation({
  id: 'create_block',
  method: 'POST',
  path: '/admin/blocks',
  callers: ['operator', 'person'],
  unlisted: true,
  body: Type.Object({
    kind: OneOf(...BLOCK_KINDS),
    value: Text(1, VALUE_MAX),
    note: OptionalNullable(Text(0, NOTE_MAX)),
  }),
  responses: { 201: BlockObject },

  async run({ body: { kind, value, note }, ...request }) {
    const operator = await operatorOf(request, 'admin')
    return presentBlock(await addBlock(request.work, operator, { kind, value, note: note || null }))
  },
})
