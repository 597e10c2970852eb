/** Rows beyond the edges that are rendered too, so that a fast scroll shows no gap. */
const OVERSCAN = 12

/** Returns the rows of a list that are in view, as a half-open range. */
export function shownRows(view: { top: number; height: number; rowPx: number; count: number }) {
  const { top, height, rowPx, count } = view
  const start = Math.max(0, Math.min(count, Math.floor(top / rowPx)) - OVERSCAN)
  return { start, end: Math.min(count, Math.ceil((top + height) / rowPx) + OVERSCAN) }
}
