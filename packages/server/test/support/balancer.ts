import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { until } from './until.ts'

const ASKED_MS = 100

/** A load balancer for TCP. It asks nodes whether they are ready, and knows nothing of sessions and paths. */
export interface Balancer {
  readonly url: string
  /** Sends connections to a node from now on, while it is ready. Waits until it is so for the first time. */
  follow(node: string): Promise<void>
  close(): Promise<void>
}

interface Target {
  readonly url: URL
  isReady: boolean
  connections: number
}

/** Starts a load balancer on a free port. */
export async function startBalancer(): Promise<Balancer> {
  const targets: Target[] = []
  const sockets = new Set<Socket>()
  const end = new AbortController()

  const hold = (socket: Socket) => {
    sockets.add(socket)
    return socket.on('close', () => sockets.delete(socket)).on('error', () => undefined)
  }
  const server = createServer((client) => pass(hold(client), [...targets]))

  /** Connects a client to the ready node with the fewest connections; to the next one if that fails. */
  function pass(client: Socket, left: Target[]): void {
    const [target] = left.filter(({ isReady }) => isReady).sort((one, other) => one.connections - other.connections)
    if (!target) return void client.destroy()
    target.connections += 1
    let isConnected = false
    const node = hold(connect(Number(target.url.port), target.url.hostname))
    node.once('connect', () => {
      isConnected = true
      client.pipe(node).pipe(client)
    })
    node.once('close', () => {
      target.connections -= 1
      if (isConnected) return void client.destroy()
      pass(
        client,
        left.filter((other) => other !== target),
      )
    })
    client.once('close', () => node.destroy())
  }

  async function ask(target: Target): Promise<void> {
    while (!end.signal.aborted) {
      const signal = AbortSignal.any([end.signal, AbortSignal.timeout(1_000)])
      const ready = await fetch(new URL('/readyz', target.url), { signal, keepalive: false }).catch(() => null)
      target.isReady = ready?.status === 200
      await ready?.body?.cancel()
      await pause(ASKED_MS, undefined, { signal: end.signal }).catch(() => undefined)
    }
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const asking: Promise<void>[] = []
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async follow(node) {
      const target = { url: new URL(node), isReady: false, connections: 0 }
      targets.push(target)
      asking.push(ask(target))
      await until('the load balancer knows that a node is ready', async () => target.isReady)
    },
    async close() {
      end.abort()
      for (const socket of sockets) socket.destroy()
      server.close()
      await Promise.all([once(server, 'close'), ...asking])
    },
  }
}
