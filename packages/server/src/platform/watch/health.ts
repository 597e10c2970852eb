import type { IncomingMessage, ServerResponse } from 'node:http'

/** Reason why a platform is not ready. */
type NotReady = 'starting' | 'draining' | 'no_store' | 'no_lease' | 'no_room'

/** Parts of a platform that others need, as a load balancer sees them. */
export interface ReadyFacts {
  /** Whether the store responds. */
  readonly store: boolean
  /** Whether NATS carries events between nodes; left out for a process that is alone. A node is ready without it. */
  readonly bus?: boolean
  /** Whether the process has the right to use the database; left out for an embedded store. */
  readonly lease?: boolean
}

/** State of a platform for load balancers. */
type Readiness = { readonly status: 'ready' | NotReady } & Partial<ReadyFacts>

/** Looks at a platform that runs. */
export type ReadyCheck = () => Promise<ReadyFacts & { readonly hasRoom: boolean }>

/** Responds to `/healthz` and `/readyz`, from the opening of a port to its end. Neither needs a key. */
export class Health {
  /** Name of one of several nodes; nothing for a process that is alone. */
  readonly #node: { readonly node?: string }
  #state: 'starting' | 'draining' | 'running' = 'starting'
  #check: ReadyCheck | null = null

  constructor(node: string | null) {
    this.#node = node === null ? {} : { node }
  }

  /** Notes that requests are served from now on. */
  ready(check: ReadyCheck): void {
    this.#check = check
    this.#state = 'running'
  }

  /** Notes that the platform ends. */
  drain(): void {
    this.#state = 'draining'
  }

  /** Whether the platform ends. */
  get isDraining(): boolean {
    return this.#state === 'draining'
  }

  /** Returns the present state. */
  async state(): Promise<Readiness> {
    // There is no store before the end of the start.
    if (this.#check === null) return { status: 'starting', store: false }
    // A folder that has vanished is a store that does not respond.
    const found = await this.#check().catch((): Awaited<ReturnType<ReadyCheck>> => ({ hasRoom: true, store: false }))
    const { hasRoom, ...facts } = found
    if (this.#state === 'draining') return { status: 'draining', ...facts }
    if (!facts.store) return { status: 'no_store', ...facts }
    if (facts.lease === false) return { status: 'no_lease', ...facts }
    return { status: hasRoom ? 'ready' : 'no_room', ...facts }
  }

  /** Responds to a request for one of the two paths. Returns whether it was one. */
  respond(request: IncomingMessage, response: ServerResponse): boolean {
    const isAlive = hasPath(request, '/healthz')
    if (!isAlive && !hasPath(request, '/readyz')) return false
    if (request.method !== 'GET' && request.method !== 'HEAD') send(response, 405, { status: 'error' })
    else if (isAlive) send(response, 200, { status: 'ok', ...this.#node })
    else
      void this.state().then((state) =>
        send(response, state.status === 'ready' ? 200 : 503, { ...state, ...this.#node }),
      )
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
