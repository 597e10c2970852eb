import { operation } from '../../../../kernel/operation.ts'
import { CONTROL } from '../requests.ts'
import { NewWorld } from '../world-requests.ts'
import { WorldState } from '../world-responses.ts'

/** Create World: starts another platform in this process, with a port, key, clock and faults that it alone has. */
export const createWorld = operation({
  ...CONTROL,
  id: 'create_world',
  method: 'POST',
  path: '/worlds',
  body: NewWorld,
  responses: { 201: WorldState },
  writes: false,

  // Outside the unit of work, which others would wait for.
  before: ({ body: { name, world }, platform }) => platform.control.worlds.open(name, world),

  async run({ prepared: { name, ready } }) {
    return { name, ready }
  },
})
