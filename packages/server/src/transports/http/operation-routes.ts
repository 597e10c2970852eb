import FindMyWay from 'find-my-way'
import type { Operation } from '../../kernel/operation.ts'
import type { ApiVersion, Route, Target } from './call.ts'
import type { Surface } from './surface.ts'

/** Longest value of a path parameter. */
export const PARAM_MAX = 2_000

/** Finds the operation of a request; null for a path or method that no operation has. */
export type FindOperation = (method: string, url: string) => Target | null

/** The part of a path that follows the base, of which operations are routed together. */
const FIRST_PART = /^\/[a-z0-9-]+\/[a-z0-9@_-]+/

type Router = ReturnType<typeof newRouter>

/**
 * Returns the router of operations. It is the one that Fastify has, so that all routes are matched alike. It compiles
 * a function for each node of its tree, a sixth of the start of a platform. Operations are therefore divided by the
 * first part of their paths, and those of a part are compiled at the first request for it.
 */
export function operationRoutes(lists: ReadonlyMap<Surface, readonly Operation[]>): FindOperation {
  const bases = [...lists.keys()].map(({ base }) => base)
  const routes = [...lists].flatMap(([surface, operations]) => operations.map((one) => routeOf(one, surface)))
  const parts = Map.groupBy(routes, (route) => firstPart(pathOf(route)))
  const routers = new Map<string, Router>()
  let whole: Router | undefined
  const routerOf = (url: string): Router | null => {
    const part = firstPart(url)
    const known = routers.get(part)
    if (known) return known
    const members = parts.get(part)
    if (members === undefined || part === '') {
      if (part !== '' && !url.includes('%')) return null
      // Another spelling of a path, such as one with an encoded letter, may mean any operation.
      whole ??= newRouter(routes)
      return whole
    }
    const router = newRouter(members)
    routers.set(part, router)
    return router
  }
  return (method, given) => {
    // Proxies send whole addresses, which the router reads too.
    if (given.startsWith('/') && !bases.some((base) => given.startsWith(base))) return null
    const url = canonicalPath(given)
    const found = routerOf(url)?.find(method as 'GET', url)
    // A path that does not decode is found as a route without a store. The other routes refuse it.
    if (!found?.store) return null
    const params = withCanonicalIds(found.params as Record<string, string>)
    return { route: found.store as Route, params, query: found.searchParams, url, version: versionOf(given) }
  }
}

function newRouter(routes: readonly Route[]) {
  const router = FindMyWay({ ignoreTrailingSlash: true, maxParamLength: PARAM_MAX })
  for (const route of routes) router.on(route.operation.method, pathOf(route), unused, route)
  return router
}

const pathOf = ({ surface, operation }: Route) => `${surface.base}${operation.path}`

/** Returns the beginning of a path up to its second part; an empty text for a path that begins in another way. */
function firstPart(path: string): string {
  return FIRST_PART.exec(path)?.[0] ?? ''
}

function routeOf(operation: Operation, surface: Surface): Route {
  const status = Number(Object.keys(operation.responses).find((status) => status !== '204') ?? 200)
  return { operation, surface, status }
}

const LEADING_ZEROS = /^0+(?=[0-9]+$)/

/** Removes leading zeros of ids: rate limits count the text of a path, and an id must have one bucket. [LIM-17] */
function withCanonicalIds(params: Record<string, string>): Target['params'] {
  for (const name in params) {
    const value = params[name] as string
    if (value.startsWith('0') && name.endsWith('_id')) params[name] = value.replace(LEADING_ZEROS, '')
  }
  return params
}

/** The router demands a handler of each route, and looks it up only. */
function unused(): void {}

/**
 * One spelling for all forms of a path: `/api`, `/api/v9` and `/api/v10` are one API, and some clients encode the `@`
 * of `@me` and `@original`. Another version becomes a path that answers 50041. [VER-28]
 */
export function canonicalPath(url: string): string {
  if (!url.startsWith('/api')) return url
  let path = url
  if (url.startsWith('/v10/', 4)) path = `/api${url.slice(8)}`
  else if (url.startsWith('/v', 4)) {
    const version = /^\/api\/v(\d+)(?=[/?]|$)/.exec(url)
    if (version) {
      if (version[1] !== '10' && version[1] !== '9') return '/api/unsupported-version'
      path = `/api${url.slice(version[0].length)}`
    }
  }
  return path.includes('%40') ? path.replaceAll('%40', '@') : path
}

/** Returns the API version that a path names; without one it is 10. [VER-28] */
function versionOf(url: string): ApiVersion {
  return url.startsWith('/api/v9') && /^[/?]?$/.test(url.charAt(7)) ? 9 : 10
}
