import { compareIds } from '../../lib/ids.ts'

/** Messages that are rendered at a time, at most. */
export const WINDOW_MAX = 150
/** Messages that are rendered at first, so that opening a channel stays fast. */
const WINDOW_FIRST = 60
/** Messages by which the window moves. */
const STEP = 50

/**
 * Part of the loaded messages that is rendered. `lastId` is its last message, null for the end of what is loaded, so
 * that new messages enter a window at the end and no other.
 */
export interface Window {
  readonly lastId: string | null
  readonly size: number
}

/** Window of a channel that has just been opened. */
export const AT_END: Window = { lastId: null, size: WINDOW_FIRST }

/** Returns the bounds of a window among messages, oldest first: `start` inclusive, `end` exclusive. */
export function boundsOf(items: readonly { id: string }[], window: Window): { start: number; end: number } {
  const end = window.lastId === null ? items.length : lastIndexUpTo(items, window.lastId) + 1
  return { start: Math.max(0, end - window.size), end }
}

/** Returns the last index whose id is not newer than `id`: the message of a window may have been deleted. */
function lastIndexUpTo(items: readonly { id: string }[], id: string): number {
  for (let index = items.length - 1; index >= 0; index -= 1) {
    if (compareIds(items[index]?.id ?? '', id) <= 0) return index
  }
  return -1
}

/** Returns the window moved towards older messages, or the same if it begins with the oldest loaded one. */
export function movedUp(items: readonly { id: string }[], window: Window): Window {
  const { start, end } = boundsOf(items, window)
  if (start === 0) return window
  const newStart = Math.max(0, start - STEP)
  const newEnd = Math.min(end, newStart + WINDOW_MAX)
  return { lastId: newEnd === items.length ? null : (items[newEnd - 1]?.id ?? null), size: newEnd - newStart }
}

/** Returns the window moved towards newer messages, or the same if it ends with the newest loaded one. */
export function movedDown(items: readonly { id: string }[], window: Window): Window {
  const { start, end } = boundsOf(items, window)
  if (end === items.length) return window.lastId === null ? window : { ...window, lastId: null }
  const newEnd = Math.min(items.length, end + STEP)
  const newStart = Math.max(start, newEnd - WINDOW_MAX)
  return { lastId: newEnd === items.length ? null : (items[newEnd - 1]?.id ?? null), size: newEnd - newStart }
}

/** Returns a window with a message in its middle, or null if the message is not loaded. */
export function around(items: readonly { id: string }[], id: string): Window | null {
  const at = items.findIndex((item) => item.id === id)
  if (at < 0) return null
  const end = Math.min(items.length, at + WINDOW_FIRST / 2)
  return { lastId: end === items.length ? null : (items[end - 1]?.id ?? null), size: WINDOW_FIRST }
}
