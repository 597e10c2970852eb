import type { IncomingMessage, RequestListener } from 'node:http'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import type { Addresses } from '../kernel/platform.ts'
import type { ActivitiesTransport } from '../transports/activities/activities-transport.ts'
import type { ClientAddresses } from '../transports/client-address.ts'
import { type Certificates, givenCertificates, localCertificates } from '../transports/http/certificate.ts'
import { CONNECTIONS_PER_ADDRESS, openPort } from '../transports/http/port.ts'
import { endWithResponse } from '../transports/raw-response.ts'
import { isVoiceUpgrade } from '../transports/voice/voice-transport.ts'
import { isLoopbackHost } from '../validation/loopback-host.ts'
import type { Health } from './watch/health.ts'

export interface ListenOptions {
  host: string
  /** 0 selects a free port. */
  port: number
  tls: 'local' | 'off' | { cert: string; key: string }
  rateLimits: 'documented' | 'off'
  connectionsPerAddress?: number | undefined
  /** Data folder, for the local certificate authority; null keeps the authority in memory. */
  folder: string | null
  clients: ClientAddresses
  /** Whether connections may carry packets of voice. */
  voiceTcp: boolean
  /** Host under which each activity has its own name. Default: `activities.localhost` with the port. */
  activitiesDomain?: string | null | undefined
  /** Origin by which people reach the platform. Default: the listen address. */
  publicUrl?: string | null | undefined
  /** Responds to requests that need not wait. */
  health: Pick<Health, 'respond'>
}

/** The transports that requests of the port are passed to. */
export interface Handlers {
  readonly request: RequestListener
  /** Hosts of activities, of which no other transport sees a request. */
  readonly activities: Pick<ActivitiesTransport, 'takesUpgrade' | 'upgrade'>
  /** Upgrades of the gateway's path. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Takes a connection that carries packets of voice. */
  takeMedia(socket: Socket): void
  /** Upgrades of voice clients. */
  upgradeVoice(request: IncomingMessage, socket: Duplex, head: Buffer): void
}

export interface Listening {
  /** Addresses that clients receive, without a trailing slash. */
  readonly addresses: Addresses
  /** Certificate of the local authority as a file; null without TLS. */
  readonly ca: string | null
  close(): Promise<void>
}

/** Opens one port for HTTP and gateway, with TLS if configured. Requests wait until `handlers` resolves. */
export async function listen(options: ListenOptions, handlers: Promise<Handlers>): Promise<Listening> {
  const { host, clients } = options
  const certificates = await certificatesFor(options)
  const close = () => certificates?.close()
  try {
    const port = await openPort({
      host,
      port: options.port,
      tls: certificates,
      isProxy: clients.isProxy,
      bounds: { connectionsPerAddress: connectionsPerAddress(options) },
      takeFramed: options.voiceTcp ? (socket) => void handlers.then((ready) => ready.takeMedia(socket)) : undefined,
      onRequestServer(server) {
        const waiting: RequestListener = (request, response) => {
          if (options.health.respond(request, response)) return
          void handlers.then((ready) => ready.request(request, response))
        }
        server.on('request', waiting)
        server.on('upgrade', (request, socket, head) => {
          // An upgraded socket no longer belongs to the HTTP server: an unhandled reset would end the process.
          socket.on('error', () => socket.destroy())
          void handlers.then((ready) => upgrade(ready, request, socket, head))
        })
        void handlers.then((ready) => server.off('request', waiting).on('request', ready.request))
      },
    })
    return {
      addresses: addressesOf(options, port.port),
      ca: certificates?.ca ?? null,
      async close() {
        await port.close()
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

function upgrade(handlers: Handlers, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  if (handlers.activities.takesUpgrade(request)) return handlers.activities.upgrade(request, socket, head)
  if (isVoiceUpgrade(request.url ?? '/')) return handlers.upgradeVoice(request, socket, head)
  const path = request.url?.split('?')[0]
  if (path === '/gateway' || path === '/gateway/' || path === '/') return handlers.upgrade(request, socket, head)
  endWithResponse(socket, 404)
}

function connectionsPerAddress({ connectionsPerAddress: given, rateLimits }: ListenOptions): number {
  return given ?? (rateLimits === 'off' ? Number.POSITIVE_INFINITY : CONNECTIONS_PER_ADDRESS)
}

async function certificatesFor({ tls, folder, host, activitiesDomain }: ListenOptions): Promise<Certificates | null> {
  if (tls === 'off') return null
  if (tls !== 'local') return givenCertificates(tls)
  return localCertificates({
    folder: folder && join(folder, 'tls'),
    host,
    activitiesDomain: activitiesDomain ?? undefined,
    now: Date.now(),
  })
}

/** Returns the public addresses, or those that work on this machine, whatever the listen address is. */
function addressesOf({ host, publicUrl, activitiesDomain }: ListenOptions, port: number): Addresses {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
  const listenUrl = `http://${name}:${port}`
  const url = publicUrl ?? listenUrl
  return {
    url,
    listen: listenUrl,
    api: `${url}/api`,
    gateway: `${url.replace(/^http/, 'ws')}/gateway`,
    cdn: `${url}/cdn`,
    activities: activitiesDomain ?? localActivities(url, listenUrl),
  }
}

/** Returns the domain of activities on this machine, with the port by which its own people reach the platform. */
function localActivities(url: string, listenUrl: string): string {
  const { port } = new URL(isLoopbackHost(new URL(url).hostname) ? url : listenUrl)
  return port === '' ? 'activities.localhost' : `activities.localhost:${port}`
}
