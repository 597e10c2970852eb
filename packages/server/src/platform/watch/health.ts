import type { IncomingMessage, ServerResponse } from 'node:http'

/** State of a platform for load balancers. */
type ReadyState = 'starting' | 'ready' | 'draining' | Unready

/** Reasons why a platform that runs is not ready. */
type Unready = 'no_store' | 'no_lease' | 'no_room'

/** Returns the reason why a platform that runs is not ready; null if it is. */
export type ReadyCheck = () => Promise<Unready | null>

/** Responds to `/healthz` and `/readyz`, from the opening of the port to its end. Neither needs a key. */
export class Health {
  #state: 'starting' | 'draining' | ReadyCheck = 'starting'

  /** Notes that requests are served from now on. */
  ready(check: ReadyCheck): void {
    this.#state = check
  }

  /** Notes that the platform ends. */
  drain(): void {
    this.#state = 'draining'
  }

  /** Returns the present state. */
  async state(): Promise<ReadyState> {
    const state = this.#state
    if (typeof state === 'string') return state
    return (await state()) ?? 'ready'
  }

  /** Responds to a request for one of the two paths. Returns whether it was one. */
  respond(request: IncomingMessage, response: ServerResponse): boolean {
    const isAlive = hasPath(request, '/healthz')
    if (!isAlive && !hasPath(request, '/readyz')) return false
    if (request.method !== 'GET' && request.method !== 'HEAD') send(response, 405, { status: 'error' })
    else if (isAlive) send(response, 200, { status: 'ok' })
    else void this.state().then((status) => send(response, status === 'ready' ? 200 : 503, { status }))
    return true
  }
}

/** Returns whether a request is for a path, with or without a query. Each request is asked this. */
export function hasPath({ url = '' }: IncomingMessage, path: string): boolean {
  return url.startsWith(path) && (url.length === path.length || url[path.length] === '?')
}

function send(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body)
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' }
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(text) }).end(text)
}
