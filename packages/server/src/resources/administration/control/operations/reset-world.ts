import { operation } from '../../../../kernel/operation.ts'
import { changeCopies } from '../actions/replace-world.ts'
import { CONTROL } from '../requests.ts'
import { Replacement } from '../world-requests.ts'
import { Replaced } from '../world-responses.ts'

/** Reset World: returns rows, files, platform date and all that is in memory to the start. */
export const resetWorld = operation({
  ...CONTROL,
  id: 'reset_world',
  method: 'POST',
  path: '/reset',
  body: Replacement,
  responses: { 200: Replaced },
  writes: false,

  // Outside the unit of work, which would belong to the former world.
  before: ({ body: { bots = 'stay' }, platform }) => changeCopies(() => platform.control.copies.reset({ bots })),

  async run({ prepared: { duration_ms } }) {
    return { duration_ms }
  },
})
