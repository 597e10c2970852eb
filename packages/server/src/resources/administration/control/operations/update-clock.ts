import { type Instant, invalidForm, SNOWFLAKE_TIME_MAX } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { presentClock } from '../present.ts'
import { ClockChange, CONTROL } from '../requests.ts'
import { ClockState } from '../responses.ts'

/** Latest date that the clock is moved to. It runs on from there, and ids of later dates must fit, too. */
const DATE_MAX = SNOWFLAKE_TIME_MAX - 31_536_000_000

/**
 * Update Clock: moves the platform date forward, stops it or lets it run. Due tasks run. The date never moves back,
 * because ids and tokens contain it. The response is sent when all live nodes have the date.
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
  async before({ body: { advance_ms = 0, now, frozen }, platform: { control } }) {
    if (now !== undefined && advance_ms > 0) throw invalidForm(['advance_ms'], 'ONE_OF', 'Give now or advance_ms.')
    await control.clock.change({ next: (present) => dateAfter(present, { advance_ms, now }), frozen })
  },

  async run({ platform }) {
    return presentClock(platform.clock)
  },
})

/**
 * Returns the date to which the clock moves.
 *
 * @throws INVALID_FORM_BODY (50035) for a date before the present one, and for one that is too late
 */
function dateAfter(present: Instant, { advance_ms, now }: { advance_ms: number; now: Instant | undefined }): Instant {
  const next = now ?? present + advance_ms
  if (next < present) throw invalidForm(['now'], 'DATE_IN_THE_PAST', 'The clock only moves forward.')
  if (next > DATE_MAX)
    throw invalidForm(
      [now === undefined ? 'advance_ms' : 'now'],
      'DATE_TOO_LATE',
      `The clock moves to ${new Date(DATE_MAX).toISOString()} at most: ids contain the date.`,
    )
  return next
}
