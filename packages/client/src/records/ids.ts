/** Milliseconds of the first snowflake's time, 2015-01-01. */
const EPOCH_MS = 1_420_070_400_000n

/** Compares two ids by their age: negative if `one` is older. */
export function compareIds(one: string, other: string): number {
  if (one.length !== other.length) return one.length - other.length
  return one < other ? -1 : one > other ? 1 : 0
}

/** Returns the time at which an id was made, in milliseconds. */
export function timeOfId(id: string): number {
  return Number((BigInt(id) >> 22n) + EPOCH_MS)
}

let lastNonce = 0n

/** Returns a new nonce, an id of this moment that sorts after all ids that the server has made. */
export function newNonce(): string {
  const now = (BigInt(Date.now()) - EPOCH_MS) << 22n
  lastNonce = now > lastNonce ? now : lastNonce + 1n
  return lastNonce.toString()
}
