/** Method and path of an operation. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Segments, of which parameters begin with a colon. */
  readonly segments: readonly string[]
}

/** Letters of methods in tables of operations. */
export const METHOD_LETTERS: Readonly<Record<string, Route['method']>> = {
  G: 'GET',
  O: 'POST',
  U: 'PUT',
  A: 'PATCH',
  D: 'DELETE',
}

/** Reads a table of operations, as `npm run contract` writes it (scripts/contract/route-table.ts). */
export function readRoutes(table: string): ReadonlyMap<string, Route> {
  const routes = new Map<string, Route>()
  let segments: string[] = []
  for (const line of table.split('\n')) {
    const [path = '', ...operations] = line.split(' ')
    const own = path.slice(1)
    segments = [...segments.slice(0, Number(path[0])), ...(own === '' ? [] : own.split('/').map(wholeSegment))]
    for (const operation of operations) {
      const method = METHOD_LETTERS[operation[0] ?? '']
      if (method) routes.set(operation.slice(1), { method, segments })
    }
  }
  return routes
}

function wholeSegment(segment: string): string {
  return segment.startsWith(':') ? segment.replace('!', '_id') : segment
}

/**
 * Returns the path of a route with its parameters.
 * @throws TypeError for a parameter that is missing
 */
export function pathOf({ segments }: Route, params: Readonly<Record<string, string | number>> = {}): string {
  const parts = segments.map((segment) => {
    if (!segment.startsWith(':')) return segment
    const value = params[segment.slice(1)]
    // An empty segment would lead to another operation.
    if (value === undefined || value === '') throw new TypeError(`the path parameter ${segment.slice(1)} is missing`)
    return encodeURIComponent(value)
  })
  return `/${parts.join('/')}`
}
