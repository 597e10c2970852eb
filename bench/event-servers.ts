/** Servers of games that receive webhook events, some of which never respond. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerCommands } from './answer-commands.ts'
import { monotonicMicros, pause } from './measure.ts'

/** Deliveries to the servers that respond. */
export interface Received {
  readonly events: number
  /** From the first delivery to the last. */
  readonly seconds: number
  /** Requests that the other servers left open. */
  readonly unanswered: number
}

const servers: Server[] = []
let received = 0
let unanswered = 0
let firstAt = 0
let lastAt = 0

async function listen(responds: boolean): Promise<string> {
  const server = createServer((request, response) => {
    request.resume()
    if (!responds) {
      unanswered += 1
      return
    }
    lastAt = monotonicMicros()
    if (received === 0) firstAt = lastAt
    received += 1
    response.writeHead(204).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  servers.push(server)
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

answerCommands({
  /** Opens servers, and returns their addresses: first of those that respond. */
  async open({ live, dead }: { live: number; dead: number }): Promise<string[]> {
    for (const server of servers.splice(0)) {
      server.closeAllConnections()
      server.close()
    }
    received = unanswered = 0
    return Promise.all([...Array(live).fill(true), ...Array(dead).fill(false)].map(listen))
  },
  /** Waits for that many deliveries. */
  async wait({ events }: { events: number }): Promise<Received> {
    while (received < events) await pause(20)
    return { events: received, seconds: (lastAt - firstAt) / 1e6, unanswered }
  },
})
