import type { ControlClient } from '../control/control-client.ts'

const LINES = 15
const ARROWS = { in: '→ ', out: '← ' } as const

/** Returns the last lines of the tape of a platform; nothing if it does not record. */
export async function tapeEnd(control: ControlClient): Promise<string[]> {
  try {
    const { records } = await control.request('GET /tape', { limit: LINES })
    return records.map(({ date, kind, title, direction, status }) => {
      const arrow = direction === null ? '' : ARROWS[direction]
      return `${date.slice(11, 23)} ${kind} ${arrow}${title}${status === null ? '' : ` ${status}`}`
    })
  } catch {
    return [] // The tape explains another failure, which a second one must not hide.
  }
}
