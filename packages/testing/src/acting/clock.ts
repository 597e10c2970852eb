import type { ControlClient } from '../control/control-client.ts'
import { type Duration, msOf } from './duration.ts'

/** The platform's clock. Timeouts, polls, reminders of the platform follow it; connections follow the wall clock. */
export interface PlatformClock {
  /** Moves the date forward: `forward('15 minutes')`. Due tasks of the platform run. Returns the new date in ms. */
  forward(duration: Duration): Promise<number>
  /** Stops time. `forward` moves a frozen clock too. */
  freeze(): void | Promise<void>
  /** Lets time run on. */
  resume(): void | Promise<void>
  /** Returns the platform date in milliseconds. */
  now(): number | Promise<number>
}

/** Returns a function that moves the clock of a platform forward. */
export function forwardBy(control: ControlClient): PlatformClock['forward'] {
  return async (duration) => {
    const { now } = await control.request('PATCH /clock', { advance_ms: Math.round(msOf(duration)) })
    return Date.parse(now)
  }
}

/** Returns the clock of a platform in another process. */
export function remoteClock(control: ControlClient): PlatformClock {
  return {
    forward: forwardBy(control),
    freeze: async () => void (await control.request('PATCH /clock', { frozen: true })),
    resume: async () => void (await control.request('PATCH /clock', { frozen: false })),
    now: async () => Date.parse((await control.request('GET /clock')).now),
  }
}
