/** An identifier: milliseconds since EPOCH_MS in the upper 42 bits, then 10 bits of maker and 12 of sequence. */
export type Snowflake = bigint

/** The public epoch, in ms since the Unix epoch, so that client libraries read times from our ids. */
export const EPOCH_MS = 1420070400000

const SEQUENCE_AND_MAKER_BITS = 22n
const SNOWFLAKE_MAX = 2n ** 63n - 1n
const DECIMAL = /^[0-9]{1,20}$/

/** Reads an id from the wire; null for what is not 1 to 20 decimal digits, or more than a signed 64-bit integer holds. */
export function parseSnowflake(text: string): Snowflake | null {
  if (!DECIMAL.test(text)) return null
  const id = BigInt(text)
  return id <= SNOWFLAKE_MAX ? id : null
}

/** When the id was made, in ms since the Unix epoch. */
export function snowflakeTime(id: Snowflake): number {
  return Number(id >> SEQUENCE_AND_MAKER_BITS) + EPOCH_MS
}

/** The lowest id that a moment (ms since the Unix epoch) can have; 0 for moments before the epoch. */
export function snowflakeAt(ms: number): Snowflake {
  return ms <= EPOCH_MS ? 0n : BigInt(Math.floor(ms) - EPOCH_MS) << SEQUENCE_AND_MAKER_BITS
}
