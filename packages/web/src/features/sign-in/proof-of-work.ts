import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** A challenge of the platform, as Get Challenge has it. */
interface Challenge {
  readonly challenge: string
  readonly salt: string
  readonly maxnumber: number
}

/** Numbers that are tried before the page may do something else. */
const TRIES_AT_ONCE = 2_000

/**
 * Does the work that the platform asks strangers for: finds the number whose hash with the salt is the challenge.
 * Returns the answer as the platform takes it. The browser's own hash is slower in a loop, and is missing on plain
 * addresses.
 *
 * @throws Error when no number fits
 */
export async function solve<C extends Challenge>(given: C): Promise<string> {
  const { salt, challenge, maxnumber } = given
  for (let number = 0; number <= maxnumber; number += 1) {
    if (bytesToHex(sha256(utf8ToBytes(`${salt}${number}`))) === challenge)
      return btoa(JSON.stringify({ ...given, number }))
    if (number % TRIES_AT_ONCE === 0) await new Promise((resolve) => setTimeout(resolve))
  }
  throw new Error('No number fits the challenge.')
}
