import { BAD, type Check, isCleanText } from './walk.ts'

const JSON_DEPTH_MAX = 64
const JSON_NODES_MAX = 100_000

/** Result of a scan of a JSON value: usable, usable without its `__proto__` keys, or not usable. */
type Outcome = 'fit' | 'unclean' | 'unfit'

/** Checks any JSON within bounds. A usable value is passed on as it is, since copying would cost more than the scan. */
export const jsonCheck: Check = (value, walk, depth) => {
  const outcome = typeof value === 'object' && value !== null ? scan(value) : scalarOutcome(value)
  if (outcome === 'fit') return value
  if (outcome === 'unclean') return withoutProto(value)
  walk.fault(depth, 'DICT_TYPE_CONVERT', 'The value is nested too deeply, too large, or holds malformed text.')
  return BAD
}

function scalarOutcome(value: unknown): Outcome {
  return typeof value !== 'string' || isCleanText(value) ? 'fit' : 'unfit'
}

function scan(root: object): Outcome {
  let nodes = 0
  let unclean = false
  const fits = (entry: unknown, depth: number): boolean => {
    nodes += 1
    if (nodes > JSON_NODES_MAX) return false
    if (typeof entry === 'string') return isCleanText(entry)
    if (typeof entry !== 'object' || entry === null) return true
    if (depth >= JSON_DEPTH_MAX) return false
    if (Array.isArray(entry)) return entry.every((child) => fits(child, depth + 1))
    for (const key of Object.keys(entry)) {
      if (key === '__proto__') unclean = true
      else if (!isCleanText(key) || !fits((entry as Record<string, unknown>)[key], depth + 1)) return false
    }
    return true
  }
  if (!fits(root, 0)) return 'unfit'
  return unclean ? 'unclean' : 'fit'
}

/**
 * An own key `__proto__` is harmless until code copies it by assignment; it is removed, so that no caller has to
 * consider it.
 */
function withoutProto(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(withoutProto)
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== '__proto__')
      .map(([key, entry]) => [key, withoutProto(entry)]),
  )
}
