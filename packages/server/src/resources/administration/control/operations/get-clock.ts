import { operation } from '../../../../kernel/operation.ts'
import { presentClock } from '../present.ts'
import { CONTROL } from '../requests.ts'
import { ClockState } from '../responses.ts'

/** Get Clock: the platform date, and whether it stands still. */
export const getClock = operation({
  ...CONTROL,
  id: 'get_clock',
  method: 'GET',
  path: '/clock',
  responses: { 200: ClockState },

  async run({ platform }) {
    return presentClock(platform.clock)
  },
})
