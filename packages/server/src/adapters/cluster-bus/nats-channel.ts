import { connect, type NatsConnection } from '@nats-io/transport-node'
import type { NodeChannel, OpenChannel } from './node-channel.ts'

export interface NatsOptions {
  /** Addresses of the servers of one NATS cluster: `nats://user:password@host:4222`. */
  readonly servers: readonly string[]
  /** Id of the platform: several can use one NATS. */
  readonly clusterId: string
  /** Name of this node, as NATS lists it. */
  readonly name: string
  warn(details: object, message: string): void
}

/** Time that a node waits for NATS at its start. It goes on without, and connects later. */
const START_MS = 2_000
const RECONNECT_MS = 500

/** Returns how to open a channel by NATS. Messages may be lost at any time: the log of events has them. */
export function natsChannel(options: NatsOptions): OpenChannel {
  return async (receive) => {
    const channel = new NatsChannel(options, receive)
    await channel.begin()
    return channel
  }
}

class NatsChannel implements NodeChannel {
  readonly #options: NatsOptions
  readonly #receive: (bytes: Uint8Array) => void
  readonly #subject: string
  #connection: NatsConnection | null = null
  #connected = false
  #closed = false

  constructor(options: NatsOptions, receive: (bytes: Uint8Array) => void) {
    this.#options = options
    this.#receive = receive
    this.#subject = `guildhall.${options.clusterId}.events`
  }

  get connected(): boolean {
    return this.#connected
  }

  /** Connects, and waits for it for a short time. */
  async begin(): Promise<void> {
    const { servers, name } = this.#options
    const connecting = connect({
      servers: servers.map(withoutUser),
      ...userOf(servers),
      ...(servers.some((server) => server.startsWith('tls:')) && { tls: {} }),
      name: `guildhall ${name}`,
      noEcho: true,
      reconnectTimeWait: RECONNECT_MS,
      maxReconnectAttempts: -1,
      waitOnFirstConnect: true,
    }).then((connection) => this.#begun(connection))
    connecting.catch((err: unknown) => this.#options.warn({ err }, 'the bus cannot be used'))
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, START_MS)
    })
    await Promise.race([connecting.catch(() => undefined), late])
    clearTimeout(timer)
  }

  async #begun(connection: NatsConnection): Promise<void> {
    this.#connection = connection
    if (this.#closed) return void (await connection.close())
    connection.subscribe(this.#subject, {
      callback: (error, message) => {
        if (!error) this.#receive(message.data)
      },
    })
    await connection.flush()
    this.#connected = true
    void this.#follow(connection)
  }

  async #follow(connection: NatsConnection): Promise<void> {
    for await (const { type } of connection.status()) {
      if (type === 'disconnect' || type === 'staleConnection' || type === 'close') this.#connected = false
      if (type === 'reconnect') this.#connected = true
    }
  }

  send(bytes: Uint8Array): void {
    if (!this.#connected || !this.#connection) return
    this.#connection.publish(this.#subject, bytes)
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#connected = false
    const connection = this.#connection
    if (!connection) return
    // Without NATS there is nobody to send the last messages to: the log has their events.
    const drained = connection.drain().catch(() => undefined)
    await Promise.race([drained, new Promise((resolve) => setTimeout(resolve, START_MS).unref())])
    if (!connection.isClosed()) await connection.close()
  }
}

/** Returns an address without its credentials, which NATS takes apart from it. */
function withoutUser(server: string): string {
  const { protocol, host } = new URL(server)
  return `${protocol}//${host}`
}

/** Returns the credentials of the first address that has some: a user with a password, or a token alone. */
function userOf(servers: readonly string[]): { user: string; pass: string } | { token: string } | undefined {
  for (const server of servers) {
    const { username, password } = new URL(server)
    if (username === '') continue
    const user = decodeURIComponent(username)
    return password === '' ? { token: user } : { user, pass: decodeURIComponent(password) }
  }
  return undefined
}
