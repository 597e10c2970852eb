import type { Instant } from '@guildhall/protocol'

/** Raid mode, which ends by itself. */
export interface RaidMode {
  readonly until: Instant
}

/** Minutes of raid mode unless the operator says otherwise. */
export const RAID_MINUTES = 60
export const RAID_MINUTES_MAX = 7 * 24 * 60
/** Pause between two messages of a new account. */
export const RAID_PAUSE_MS = 10_000

/** Parts of a message that new accounts may not send in raid mode. */
export interface RaidParts {
  readonly files: number
  readonly text: string
  readonly mentionsEveryone: boolean
  /** Whether it is the first message of a direct conversation. */
  readonly isFirstDm: boolean
}
