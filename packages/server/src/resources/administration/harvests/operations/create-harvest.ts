import { operation } from '../../../../kernel/operation.ts'
import { OptionalNullable, Text, Type } from '../../../../validation/schema.ts'
import { requestHarvest } from '../actions/request.ts'
import { HarvestObject, presentHarvest } from '../present.ts'

/** Create User Harvest: has a package of everything that the caller wrote and uploaded made, once in 24 hours. */
export const createHarvest = operation({
  id: 'create_harvest',
  method: 'POST',
  path: '/users/@me/harvest',
  callers: ['person'],
  unlisted: true,
  /** Every package has all parts. */
  body: Type.Object({ backends: OptionalNullable(Type.Array(Text(0, 100), { maxItems: 100 })) }),
  responses: { 200: HarvestObject },
  limit: { limit: 5, windowMs: 60_000 },

  async before({ platform }) {
    // Below the reserve of the disk nothing is begun.
    const release = await platform.files.claim(0)
    release()
  },

  async run({ caller, work, platform }) {
    const harvest = await requestHarvest(work, { userId: caller.userId, byOperator: false })
    return presentHarvest(harvest, { email: caller.user.email, api: platform.addresses.api })
  },
})
