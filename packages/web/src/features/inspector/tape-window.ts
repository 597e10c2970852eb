import type { TapeRecord } from './control-types.ts'

/** Records that the page keeps. The oldest ones go first. */
export const KEPT_MAX = 10_000

/** The records that the page shows, oldest first, in the order of their ids. */
export interface TapeWindow {
  readonly records: readonly TapeRecord[]
  /** Records that left the beginning since the page began, so that a list can stay where it is. */
  readonly dropped: number
}

export const EMPTY_WINDOW: TapeWindow = { records: [], dropped: 0 }

/** Adds newer records at the end. Records that are there already, as after a reconnect, are left out. */
export function withNewer({ records, dropped }: TapeWindow, newer: readonly TapeRecord[], max = KEPT_MAX): TapeWindow {
  const lastId = records.at(-1)?.id ?? Number.NEGATIVE_INFINITY
  const added = newer.filter(({ id }) => id > lastId)
  if (added.length === 0) return { records, dropped }
  const surplus = Math.max(0, records.length + added.length - max)
  return { records: [...records, ...added].slice(surplus), dropped: dropped + surplus }
}

/** Adds older records at the beginning, as far as there is room. */
export function withOlder({ records, dropped }: TapeWindow, older: readonly TapeRecord[], max = KEPT_MAX): TapeWindow {
  const firstId = records[0]?.id ?? Number.POSITIVE_INFINITY
  const room = Math.max(0, max - records.length)
  const added = older.filter(({ id }) => id < firstId)
  const kept = added.slice(Math.max(0, added.length - room))
  return { records: [...kept, ...records], dropped: dropped - kept.length }
}
