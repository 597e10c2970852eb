/** Returns the active row after a key; undefined if the key does not move. Without an active row, the last is next. */
export function movedRow(key: string, { active, count, page }: { active: number; count: number; page: number }) {
  if (count === 0) return undefined
  const last = count - 1
  const within = (index: number) => Math.max(0, Math.min(last, index))
  if (key === 'Home') return 0
  if (key === 'End') return last
  if (active < 0) return ['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp'].includes(key) ? last : undefined
  if (key === 'ArrowDown') return within(active + 1)
  if (key === 'ArrowUp') return within(active - 1)
  if (key === 'PageDown') return within(active + page)
  if (key === 'PageUp') return within(active - page)
  return undefined
}
