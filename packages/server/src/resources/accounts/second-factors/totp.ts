import type { Instant } from '@guildhall/protocol'

const STEP_S = 30
const CODE = /^\d{6}$/
const SECRET = /^[A-Z2-7]{16,128}$/
/** Apps of the field use secrets from 80 bits on. */
const SECRET_BYTES_MIN = 10

/** Returns a secret without spaces and in capitals; null for another text. */
export function secretOf(text: string): string | null {
  const secret = text.replaceAll(/[\s-]/g, '').replace(/=+$/, '').toUpperCase()
  return SECRET.test(secret) ? secret : null
}

/**
 * Returns the number of the step of a code, by RFC 6238 with SHA-1, 6 digits and 30 seconds, one step either way. Null
 * for a code that does not fit, and for a step that is not newer than `lastStep`.
 *
 * @param now wall-clock time: apps know no other
 */
export async function stepOfCode(
  { secret, lastStep }: { secret: string; lastStep: number },
  code: string,
  now: Instant,
): Promise<number | null> {
  const digits = code.replaceAll(' ', '')
  if (!CODE.test(digits)) return null
  // Loaded with the first code: most people have no second factor.
  const { verify, createGuardrails } = await import('otplib')
  const result = await verify({
    secret,
    token: digits,
    epoch: Math.floor(now / 1000),
    epochTolerance: STEP_S,
    guardrails: createGuardrails({ MIN_SECRET_BYTES: SECRET_BYTES_MIN }),
  })
  if (!result.valid || !('timeStep' in result) || result.timeStep <= lastStep) return null
  return result.timeStep
}
