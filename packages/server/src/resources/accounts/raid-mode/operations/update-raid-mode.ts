import { operation } from '../../../../kernel/operation.ts'
import { Int, OptionalNullable, Type } from '../../../../validation/schema.ts'
import { operatorOf } from '../../operators/index.ts'
import { setRaidMode } from '../actions/save.ts'
import { RAID_MINUTES, RAID_MINUTES_MAX } from '../model.ts'
import { presentRaid, RaidObject } from '../present.ts'

/** Update Raid Mode: turns raid mode on, for an hour unless the operator says otherwise, or off. */
export const updateRaidMode = operation({
  id: 'update_raid_mode',
  method: 'POST',
  path: '/admin/raid',
  callers: ['operator', 'person'],
  unlisted: true,
  body: Type.Object({ active: Type.Boolean(), minutes: OptionalNullable(Int(1, RAID_MINUTES_MAX)) }),
  responses: { 200: Type.Object({ active: Type.Boolean(), raid: RaidObject }) },

  async run({ body: { active, minutes }, ...request }) {
    const operator = await operatorOf(request, 'moderator')
    const raid = await setRaidMode(request.work, operator, { minutes: active ? (minutes ?? RAID_MINUTES) : null })
    return { active: raid !== null, raid: presentRaid(raid) }
  },
})
