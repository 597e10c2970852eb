/** Writes the table of operations that clients load: methods and paths by operation id, in few bytes. */
import { METHOD_LETTERS } from '../../packages/client/src/contract/routes.ts'
import type { Document } from './operation-types.ts'

/**
 * Returns the lines of the table, which `readRoutes` of the client reads. Each has a path and its operations. A digit
 * is the number of segments that the path has in common with the one before, `:x!` for the parameter `x_id`.
 */
export function routeTable({ paths }: Document): string {
  let before: readonly string[] = []
  return Object.entries(paths)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([path, methods]) => {
      const segments = path.slice(1).split('/').map(shortSegment)
      const common = segments.findIndex((segment, index) => segment !== before[index])
      before = segments
      const shared = common === -1 ? segments.length : common
      const operations = Object.entries(methods).map(([method, { operationId }]) => letterOf(method) + operationId)
      return [`${shared}${segments.slice(shared).join('/')}`, ...operations.sort()].join(' ')
    })
    .join('\n')
}

function shortSegment(segment: string): string {
  return segment.replace(/^\{(\w+)\}$/, (_whole, name: string) => `:${name.replace(/_id$/, '!')}`)
}

function letterOf(method: string): string {
  const [letter] = Object.entries(METHOD_LETTERS).find(([, name]) => name === method.toUpperCase()) ?? []
  if (letter === undefined) throw new Error(`the table of operations has no letter for the method ${method}`)
  return letter
}
