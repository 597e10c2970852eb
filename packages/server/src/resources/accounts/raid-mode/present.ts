import { wire, wireTime } from '@guildhall/protocol'
import { Nullable, type Static, Type } from '../../../validation/schema.ts'
import type { RaidMode } from './model.ts'

/** Raid mode for operators; null while it is off. */
export const RaidObject = Nullable(Type.Object({ until: wire.Time }))

/** Returns raid mode for operators. */
export function presentRaid(raid: RaidMode | null): Static<typeof RaidObject> {
  return raid && { until: wireTime(raid.until) }
}
