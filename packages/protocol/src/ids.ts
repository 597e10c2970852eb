/** Identifier: milliseconds since EPOCH_MS in the upper 42 bits, then 10 bits of node and 12 of sequence. */
export type Snowflake = bigint

/** Epoch of the public platform, in ms since the Unix epoch. Client libraries read creation times from ids by it. */
export const EPOCH_MS = 1420070400000

const SEQUENCE_AND_NODE_BITS = 22n
const SNOWFLAKE_MAX = 2n ** 63n - 1n
/** Latest time that an id can have, in ms since the Unix epoch. */
export const SNOWFLAKE_TIME_MAX = snowflakeTime(SNOWFLAKE_MAX)
const DECIMAL = /^[0-9]{1,20}$/

/** Parses an id of 1 to 20 decimal digits. Returns null for other texts and above a signed 64-bit integer. */
export function parseSnowflake(text: string): Snowflake | null {
  if (!DECIMAL.test(text)) return null
  const id = BigInt(text)
  return id <= SNOWFLAKE_MAX ? id : null
}

/** Returns the creation time of an id, in ms since the Unix epoch. */
export function snowflakeTime(id: Snowflake): number {
  return Number(id >> SEQUENCE_AND_NODE_BITS) + EPOCH_MS
}

/** Returns the lowest id of a moment in ms since the Unix epoch; 0 before EPOCH_MS. */
export function snowflakeAt(ms: number): Snowflake {
  return ms <= EPOCH_MS ? 0n : BigInt(Math.floor(ms) - EPOCH_MS) << SEQUENCE_AND_NODE_BITS
}
