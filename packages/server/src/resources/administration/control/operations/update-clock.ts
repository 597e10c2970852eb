import { invalidForm, SNOWFLAKE_TIME_MAX } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { presentClock } from '../present.ts'
import { ClockChange, CONTROL } from '../requests.ts'
import { ClockState } from '../responses.ts'

/** Latest date that the clock is moved to. It runs on from there, and ids of later dates must fit, too. */
const DATE_MAX = SNOWFLAKE_TIME_MAX - 31_536_000_000

/**
 * Update Clock: moves the platform date forward, stops it or lets it run. Due tasks run. The date never moves back,
 * because ids and tokens contain it.
 */
export const updateClock = operation({
  ...CONTROL,
  id: 'update_clock',
  method: 'PATCH',
  path: '/clock',
  body: ClockChange,
  responses: { 200: ClockState },
  writes: false,

  // Moved outside the unit of work: due tasks write in their own units.
  async before({ body: { advance_ms = 0, now, frozen }, platform: { clock } }) {
    if (now !== undefined && advance_ms > 0) throw invalidForm(['advance_ms'], 'ONE_OF', 'Give now or advance_ms.')
    const step = now === undefined ? advance_ms : now - clock.now()
    if (step < 0) throw invalidForm(['now'], 'DATE_IN_THE_PAST', 'The clock only moves forward.')
    if (clock.now() + step > DATE_MAX)
      throw invalidForm(
        [now === undefined ? 'advance_ms' : 'now'],
        'DATE_TOO_LATE',
        `The clock moves to ${new Date(DATE_MAX).toISOString()} at most: ids contain the date.`,
      )
    if (frozen === true) clock.freeze()
    if (step > 0) clock.advance(step)
    if (frozen === false) clock.resume()
  },

  async run({ platform }) {
    return presentClock(platform.clock)
  },
})
