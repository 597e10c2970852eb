import { type Snowflake, wireTime } from '@guildhall/protocol'
import type { Work } from '../../../../kernel/work.ts'
import { logAction, type Operator } from '../../operators/index.ts'
import { RAID_PAUSE_MS, type RaidMode } from '../model.ts'
import { isRaidOn } from '../rules.ts'
import * as store from '../store.ts'

/** Turns raid mode on for some minutes from now, or off. Returns it as it is then. */
export async function setRaidMode(
  work: Work,
  operator: Operator,
  { minutes }: { minutes: number | null },
): Promise<RaidMode | null> {
  const stored = await work.lock('raid mode', () => store.findRaidMode(work))
  const before = isRaidOn(stored, work.now) ? stored : null
  const after = minutes === null ? null : { until: work.now + minutes * 60_000 }
  if (before === null && after === null) return null
  await store.putRaidMode(work, after)
  const shown = (raid: RaidMode | null) => (raid ? wireTime(raid.until) : null)
  const changes = [{ key: 'until', old: shown(before), new: shown(after) }]
  await logAction(work, operator, { action: 'raid', target: null, changes })
  return after
}

/** Stores that a new account sends a message in raid mode. Returns the milliseconds to wait instead; 0 for none. */
export async function recordMessage(work: Work, userId: Snowflake): Promise<number> {
  if (await store.recordRaidMessage(work, { userId, at: work.now, since: work.now - RAID_PAUSE_MS })) return 0
  return ((await store.lastRaidMessageAt(work, userId)) ?? work.now) + RAID_PAUSE_MS - work.now
}
