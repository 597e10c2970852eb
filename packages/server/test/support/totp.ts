import { setTimeout as wait } from 'node:timers/promises'
import { generate } from 'otplib'

const STEP_MS = 30_000
/** Time in which a code is sent and checked. */
const MARGIN_MS = 5_000

/**
 * Returns the code of an authenticator app, of this step or of one before or after it: each is accepted once. Waits for
 * the next step shortly before the end of one, so that the code is still good when it arrives.
 */
export async function codeOf(secret: string, steps = 0): Promise<string> {
  const left = STEP_MS - (Date.now() % STEP_MS)
  if (left < MARGIN_MS) await wait(left)
  return generate({ secret, epoch: Math.floor((Date.now() + steps * STEP_MS) / 1000) })
}
