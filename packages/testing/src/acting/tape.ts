import type { ControlClient } from '../control/control-client.ts'

const LINES = 15
const ARROWS = { in: '→ ', out: '← ' } as const

/** Returns the last lines of the tape of a platform; nothing if it does not record. */
export async function tapeEnd(control: ControlClient): Promise<string[]> {
  try {
    const { records } = await control.request('GET /tape', { limit: LINES })
    return records.flatMap(({ date, kind, title, direction, status, why }) => {
      const arrow = direction === null ? '' : ARROWS[direction]
      const line = `${date.slice(11, 23)} ${kind} ${arrow}${title}${status === null ? '' : ` ${status}`}`
      return [line, ...(why ?? []).map((step) => `  ${step}`)]
    })
  } catch {
    return [] // The tape explains another failure, which a second one must not hide.
  }
}

/** Records among which the refused request is. Other clients may have sent requests since. */
const REFUSALS = 50

/** Returns why the last request of a user that had this status was refused; nothing if the tape does not tell. */
export async function reasonOfRefusal(control: ControlClient, userId: string, status: number): Promise<string[]> {
  try {
    const { records } = await control.request('GET /tape', { kind: 'request', user_id: userId, limit: REFUSALS })
    return [...(records.findLast((record) => record.status === status)?.why ?? [])]
  } catch {
    return [] // The refusal itself must not be hidden by a second failure.
  }
}
