import { operation } from '../../../../kernel/operation.ts'
import { Type } from '../../../../validation/schema.ts'
import { CONTROL } from '../requests.ts'
import { WorldState } from '../world-responses.ts'

/** List Worlds: the platforms of this process, `main` first. */
export const listWorlds = operation({
  ...CONTROL,
  id: 'list_worlds',
  method: 'GET',
  path: '/worlds',
  responses: { 200: Type.Array(WorldState) },

  async run({ platform }) {
    return platform.control.worlds.list().map(({ name, ready }) => ({ name, ready }))
  },
})
