import type { VersionRange } from '../../kernel/shared-topics.ts'
import type { TopicVersion } from './event-order.ts'

/** Returns the ranges that contain these versions and no others. */
export function rangesOf(versions: readonly TopicVersion[]): VersionRange[] {
  const byTopic = Map.groupBy(versions, ({ topic }) => topic)
  const ranges: VersionRange[] = []
  for (const [topic, some] of byTopic) {
    let [after, upTo] = [Number.NaN, Number.NaN]
    for (const version of some.map((each) => each.version).sort((one, other) => one - other)) {
      if (version === upTo) continue
      if (version !== upTo + 1) {
        if (upTo > after) ranges.push({ topic, after, upTo })
        after = version - 1
      }
      upTo = version
    }
    ranges.push({ topic, after, upTo })
  }
  return ranges
}
