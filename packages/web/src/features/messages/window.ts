import { compareIds } from '@guildhall/client/records'

/** Messages and elements that are rendered at a time, at most. */
export const WINDOW_MAX: Limit = { count: 150, weight: 12_000 }
/** Rows of a channel that was just opened. The rows above them follow in their own tasks, so that each is short. */
const FIRST: Limit = { count: 10, weight: 400 }
/** Rows around a message that is jumped to. */
const AROUND: Limit = { count: 40, weight: 2_000 }
/** Rows that the window moves by: few, because rendering them is one task of the main thread. */
const STEP: Limit = { count: 12, weight: 400 }

interface Limit {
  readonly count: number
  /** Sum of weights; a message that is heavier by itself is rendered nevertheless. */
  readonly weight: number
}

/** Loaded messages, oldest first, and the number of elements that each is rendered as. */
export interface Rows<T extends { id: string }> {
  readonly items: readonly T[]
  readonly weightOf: (item: T) => number
}

/**
 * Part of the loaded messages that is rendered. `lastId` is its last message, null for the end of what is loaded, so
 * that new messages enter a window at the end and no other.
 */
export interface Window {
  readonly lastId: string | null
  readonly limit: Limit
}

/** Window of a channel that has just been opened. */
export const AT_END: Window = { lastId: null, limit: FIRST }

/** Returns the bounds of a window among messages: `start` inclusive, `end` exclusive. */
export function boundsOf<T extends { id: string }>(rows: Rows<T>, window: Window): { start: number; end: number } {
  const { items } = rows
  const end = window.lastId === null ? items.length : lastIndexUpTo(items, window.lastId) + 1
  return { start: startBefore(rows, end, window.limit), end }
}

/** Returns the last index whose id is not newer than `id`: the message of a window may have been deleted. */
function lastIndexUpTo(items: readonly { id: string }[], id: string): number {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (compareIds(items[middle]?.id ?? '', id) <= 0) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** Returns where the rows before `end` begin that are within a limit. */
function startBefore<T extends { id: string }>({ items, weightOf }: Rows<T>, end: number, limit: Limit): number {
  let weight = 0
  for (let start = end; start > 0; start -= 1) {
    const item = items[start - 1]
    weight += item ? weightOf(item) : 0
    if (end - start === limit.count || (weight > limit.weight && start < end)) return start
  }
  return 0
}

/** Returns where the rows from `start` end that are within a limit. */
function endAfter<T extends { id: string }>({ items, weightOf }: Rows<T>, start: number, limit: Limit): number {
  let weight = 0
  for (let end = start; end < items.length; end += 1) {
    const item = items[end]
    weight += item ? weightOf(item) : 0
    if (end - start === limit.count || (weight > limit.weight && end > start)) return end
  }
  return items.length
}

/** Returns the window moved towards older messages, or the same if it begins with the oldest loaded one. */
export function movedUp<T extends { id: string }>(rows: Rows<T>, window: Window): Window {
  const { start, end } = boundsOf(rows, window)
  if (start === 0) return window
  const newStart = startBefore(rows, start, STEP)
  return windowOf(rows, newStart, Math.min(end, endAfter(rows, newStart, WINDOW_MAX)))
}

/** Returns the window moved towards newer messages, or the same if it ends with the newest loaded one. */
export function movedDown<T extends { id: string }>(rows: Rows<T>, window: Window): Window {
  const { start, end } = boundsOf(rows, window)
  if (end === rows.items.length) return window.lastId === null ? window : { ...window, lastId: null }
  const newEnd = endAfter(rows, end, STEP)
  return windowOf(rows, Math.max(start, startBefore(rows, newEnd, WINDOW_MAX)), newEnd)
}

function windowOf({ items }: { items: readonly { id: string }[] }, start: number, end: number): Window {
  const lastId = end === items.length ? null : (items[end - 1]?.id ?? null)
  return { lastId, limit: { ...WINDOW_MAX, count: end - start } }
}

/** Returns a window with a message in its middle, or null if the message is not loaded. */
export function around<T extends { id: string }>(rows: Rows<T>, id: string): Window | null {
  const { items } = rows
  const at = items.findIndex((item) => item.id === id)
  if (at < 0) return null
  const half = { count: AROUND.count / 2, weight: AROUND.weight / 2 }
  const end = endAfter(rows, at, half)
  return windowOf(rows, startBefore(rows, at, half), end)
}
