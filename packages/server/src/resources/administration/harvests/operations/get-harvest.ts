import { operation } from '../../../../kernel/operation.ts'
import { NoContent } from '../../../../validation/schema.ts'
import { isExpired } from '../model.ts'
import { HarvestObject, presentHarvest } from '../present.ts'
import { listHarvests } from '../store.ts'

/** Get User Harvest: the caller's newest package, with the address of its file when it is done. */
export const getHarvest = operation({
  id: 'get_harvest',
  method: 'GET',
  path: '/users/@me/harvest',
  callers: ['person'],
  unlisted: true,
  responses: { 200: HarvestObject, 204: NoContent },

  async run({ caller, work, platform }) {
    const [harvest] = await listHarvests(work, caller.userId)
    if (!harvest || isExpired(harvest, work.now)) return
    return presentHarvest(harvest, { email: caller.user.email, api: platform.addresses.api })
  },
})
