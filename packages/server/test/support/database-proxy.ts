import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { Transform } from 'node:stream'

/** A way to a database that can be cut, closed, made silent or slow, as restarts and lost machines do. */
export interface DatabaseProxy {
  /** Address of the database by this way. */
  readonly url: string
  /** Resets every connection, and those that follow until `restore`. */
  cut(): void
  /** Resolves when the next connection was reset. */
  refusal(): Promise<void>
  /** Passes nothing on any more, without a word; connections are accepted and get no response. */
  silence(): void
  /** Delays what the database sends by a number of milliseconds, from now on. */
  slow(ms: number): void
  /** Returns a function that counts the messages to the database with a text, from now on. */
  counter(text: string): () => number
  /** Lets new connections pass. Those that were cut or silent stay lost. */
  restore(): void
  close(): Promise<void>
}

export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl)
  let state: 'open' | 'cut' | 'silent' = 'open'
  let delayMs = 0
  const counts = new Map<string, number>()
  const sockets = new Set<Socket>()
  const hold = (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined)
    return socket
  }
  const server = createServer((client) => {
    hold(client)
    if (state === 'cut') {
      server.emit('refusal')
      return client.resetAndDestroy()
    }
    if (state === 'silent') return client.resume()
    const database = hold(connect(Number(target.port) || 5432, target.hostname))
    const late = new Transform({
      transform(bytes, _, done) {
        if (delayMs === 0) done(null, bytes)
        else setTimeout(done, delayMs, null, bytes)
      },
    })
    client.on('data', (bytes) => {
      for (const [text, count] of counts) if (bytes.includes(text)) counts.set(text, count + 1)
    })
    client.pipe(database).pipe(late).pipe(client)
    client.on('close', () => database.destroy())
    database.on('close', () => client.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)

  return {
    url: url.href,
    cut() {
      state = 'cut'
      for (const socket of sockets) socket.resetAndDestroy()
    },
    refusal: async () => void (await once(server, 'refusal')),
    silence() {
      state = 'silent'
      for (const socket of sockets) socket.unpipe().resume()
    },
    slow(ms) {
      delayMs = ms
    },
    counter(text) {
      counts.set(text, 0)
      return () => counts.get(text) ?? 0
    },
    restore() {
      state = 'open'
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
