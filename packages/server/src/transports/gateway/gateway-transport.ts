import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { ApiError } from '@guildhall/protocol'
import type { Clock } from '../../kernel/clock.ts'
import type { GatewayControl } from '../../kernel/control.ts'
import { type Lease, type NodeLife, nodeOf } from '../../kernel/lease.ts'
import { gatewayAddress, PUBLIC_GATEWAY_HEADER } from '../../kernel/public-gateway.ts'
import type { SharedTopics } from '../../kernel/shared-topics.ts'
import { type ShareLimits, Shares } from '../../kernel/shares.ts'
import type { ReplaceOptions } from '../../kernel/worlds.ts'
import { queryOf } from '../query.ts'
import { endWithResponse } from '../raw-response.ts'
import { Client } from './client.ts'
import type { ClientOptions } from './client-parts.ts'
import { Clients } from './clients.ts'
import { ZLIB_STREAM, ZstdStream } from './compression.ts'
import { type Connection, type ConnectionEvents, PLAIN, WebSockets } from './connection.ts'
import { CutOff, leadAwayWhileCutOff } from './cut-off.ts'
import { drain } from './drain.ts'
import { ENCODINGS } from './encoding.ts'
import { Gateway } from './gateway.ts'
import { GatewaySessionsControl } from './gateway-control.ts'
import type { GatewayParts } from './gateway-parts.ts'
import { Heartbeats } from './heartbeats.ts'
import type { LeftSession } from './left-sessions.ts'
import { Outbox } from './outbox.ts'
import { SessionMoves } from './session-moves.ts'
import { Retries } from './while-away.ts'

/** Above the limit of the protocol, so that a longer message is refused with the documented close code. */
const MESSAGE_BYTES_MAX = 64 * 1024
/** Connections without a session, per address and in total. */
const UNIDENTIFIED_LIMITS: ShareLimits = { perHolder: 1_000, total: 10_000 }
const UNLIMITED: ShareLimits = { perHolder: Number.POSITIVE_INFINITY, total: Number.POSITIVE_INFINITY }

type OwnParts = Pick<GatewayParts, 'outbox' | 'heartbeats' | 'whileAway'>

/** Parts that outlive a world. */
export interface GatewayTransportParts extends Omit<GatewayParts, keyof GatewayWorld | keyof OwnParts> {
  /** Right to use the database; null on the embedded store. */
  lease: Lease | null
  /** Returns the address that limits count a request for. */
  addressOf: (request: IncomingMessage) => string
  /** Replaces the limits of connections without a session. */
  unidentified?: ShareLimits | undefined
}

/** Options of a client that are not in the query of its upgrade. */
type UpgradeOptions = Pick<ClientOptions, 'resumeUrl' | 'onIdentified'>

/** Parts of one world. */
export type GatewayWorld = Pick<
  GatewayParts,
  'units' | 'bus' | 'views' | 'authenticator' | 'voiceServer' | 'wallClock' | 'questions'
>

export interface GatewayTransport {
  /** Accepts an HTTP upgrade of `/gateway`. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  readonly gatewayControl: GatewayControl
  /** Begins the gateway of a world. The one of the former world must have been left. */
  begin(world: GatewayWorld): Gateway
  /** Holds messages of clients back, and resolves when those in progress are handled. */
  hold(): Promise<void>
  /** Closes all connections, whose sessions belong to nobody any more. */
  dropClients(reason: string): void
  /** Gives up the sessions of the present world without any effect on it. */
  leaveWorld(): LeftSession[]
  /**
   * Restores the sessions of the former process or world, and handles the messages that were held back. The addresses
   * must be known.
   * @param left sessions of the former world. Bots' sessions stay; the clients of all others have to identify again.
   */
  restoreSessions(left: readonly LeftSession[], options: ReplaceOptions): Promise<void>
  /**
   * Leads the clients of one of several nodes to the others, spread over a time. Resolves when no session is left. For
   * a process that is alone it does nothing.
   */
  drain(ms: number): Promise<void>
  /** Tells every client to reconnect and accepts no more connections. */
  close(): Promise<void>
  /** Writes sessions to the store for the next process. Called when no event follows. */
  keepSessions(): Promise<void>
}

/** Separate from the caller, so that its closures do not keep the upgrade request in memory. */
function eventsOf(clients: Clients, client: Client): ConnectionEvents {
  clients.all.add(client)
  return {
    message: (data) => clients.receive(client, data),
    closed(code) {
      clients.all.delete(client)
      client.closed(code)
    },
  }
}

function refuse(socket: Duplex): void {
  const error = new ApiError('OVERLOADED')
  const headers = { 'Content-Type': 'application/json', 'Retry-After': '5' }
  endWithResponse(socket, error.status, { headers, body: JSON.stringify(error) })
}

/** Returns the operator's hold on the sessions of the present world. */
function controlOf(
  clients: Clients,
  { lease, wallClock }: Pick<GatewayTransportParts & GatewayWorld, 'lease' | 'wallClock'>,
) {
  const sessions = () => clients.parts.gateway.sessions
  return new GatewaySessionsControl({ sessions, clients: clients.all, wallClock, node: nodeOf(lease)?.name ?? null })
}

function leave(gateway: Gateway): LeftSession[] {
  gateway.clusterPresences?.close()
  gateway.nodeSessions.close()
  return gateway.leaveWorld()
}

/** Lets the sessions of one of several nodes move to the others. */
function joinNodes(
  gateway: Gateway,
  clients: Clients,
  { node, shared }: { node: NodeLife; shared: SharedTopics },
): void {
  const { lease } = gateway.parts
  gateway.moves = new SessionMoves(gateway, shared, node)
  if (lease === null) return
  const cutOff = new CutOff({ lease, notices: shared.notices })
  leadAwayWhileCutOff(gateway, { cutOff, clients: clients.all, isPresent: () => clients.parts.gateway === gateway })
}

/** Starts the gateway, which accepts WebSockets and sends committed events. [SVC-2] */
export function gatewayTransport(parts: GatewayTransportParts & { wallClock: Clock }): GatewayTransport {
  const { wallClock } = parts
  const [retries, outbox] = [new Retries(wallClock), new Outbox(parts.tape, parts.metrics, parts.lease)]
  const lasting = { ...parts, outbox, heartbeats: new Heartbeats(wallClock), whileAway: retries.whileAway }
  const sockets = new WebSockets({ messageBytesMax: MESSAGE_BYTES_MAX })
  const clients = new Clients(parts)
  const unidentified = new Shares(parts.unidentified ?? (parts.rateLimits === 'off' ? UNLIMITED : UNIDENTIFIED_LIMITS))
  const present = () => clients.parts.gateway
  const gatewayControl = controlOf(clients, parts)

  function connected(plain: Connection, query: URLSearchParams, rest: UpgradeOptions): ConnectionEvents {
    const compress = query.get('compress')
    const client = new Client(clients.parts, compress === 'zstd-stream' ? new ZstdStream(plain) : plain, {
      encoding: ENCODINGS.get(query.get('encoding') ?? 'json'),
      version: Number(query.get('v') ?? '10'),
      compressed: compress === 'zlib-stream' || compress === 'zstd-stream',
      ...rest,
    })
    return eventsOf(clients, client)
  }

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const query = queryOf(request.url ?? '/')
    const form = query.get('compress') === 'zlib-stream' ? ZLIB_STREAM : PLAIN
    const address = parts.addressOf(request)
    if (!unidentified.take(address, 1)) return refuse(socket)
    let counted = true
    const release = () => {
      if (counted) unidentified.give(address, 1)
      counted = false
    }
    // Also if the handshake fails.
    socket.once('close', release)
    const front = request.headers[PUBLIC_GATEWAY_HEADER]?.toString()
    const rest = { resumeUrl: gatewayAddress(parts.addresses, front), onIdentified: release }
    sockets.accept(request, socket, head, form, (plain) => connected(plain, query, rest))
  }

  return {
    upgrade,
    begin(world) {
      const gateway = new Gateway({ ...lasting, ...world })
      const [node, { shared }] = [nodeOf(parts.lease), world.bus]
      gatewayControl.follow(world)
      if (node !== null && shared !== null) joinNodes(gateway, clients, { node, shared })
      clients.follow(gateway, world.authenticator)
      return gateway
    },
    gatewayControl,
    hold: () => clients.hold(),
    dropClients: (reason) => clients.drop(reason),
    leaveWorld: () => leave(present()),
    restoreSessions: (left, options) => clients.takeUp(left, options),
    keepSessions: () => present().keepSessions(),
    drain: (ms) => drain(present(), clients.all, ms),
    async close() {
      present().closing = true
      retries.close()
      for (const client of clients.all) client.reconnect()
      sockets.close()
    },
  }
}
