import { EPOCH_MS, type Instant, type Snowflake } from '@guildhall/protocol'

/** Makes snowflakes: 42 bits of milliseconds since the public epoch, 10 bits node, 12 bits sequence. */
export interface IdSource {
  next(now: Instant): Snowflake
  /**
   * Makes all further ids higher than `id`: the newest stored one, which the platform date may precede, or one of
   * another node, whose clock may be ahead.
   */
  raiseAbove(id: Snowflake): void
}

const SEQUENCE_BITS = 12n
const NODE_BITS = 10n
const SEQUENCE_MAX = 4095
/** Sources whose ids differ although they run at the same time. */
export const IDS_NODES = 1_024

/**
 * Returns a source whose ids always grow. When the clock stands still or goes back, it continues the last
 * millisecond.
 */
export function snowflakeSource(nodeId: number): IdSource {
  if (!Number.isInteger(nodeId) || nodeId < 0 || nodeId >= IDS_NODES) throw new RangeError('Node ids are 0 to 1023')
  const node = BigInt(nodeId) << SEQUENCE_BITS
  let lastMs = 0
  let sequence = -1
  const last = () => (BigInt(lastMs) << (NODE_BITS + SEQUENCE_BITS)) | node | BigInt(Math.max(sequence, 0))
  return {
    next(now) {
      const ms = Math.max(Math.floor(now) - EPOCH_MS, 0)
      if (ms > lastMs) {
        lastMs = ms
        sequence = 0
      } else if (sequence < SEQUENCE_MAX) sequence += 1
      else {
        lastMs += 1
        sequence = 0
      }
      return last()
    },
    raiseAbove(id) {
      if (id <= last()) return
      lastMs = Number(id >> (NODE_BITS + SEQUENCE_BITS))
      sequence = SEQUENCE_MAX
    },
  }
}
