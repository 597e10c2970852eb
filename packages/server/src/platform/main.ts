import type { IncomingMessage } from 'node:http'
import { type Logger, pino } from 'pino'
import type { Clock } from '../kernel/clock.ts'
import type { Gate } from '../kernel/gate.ts'
import type { Lease } from '../kernel/lease.ts'
import type { Addresses } from '../kernel/platform.ts'
import { databaseUnreachable } from '../kernel/store/store.ts'
import type { Tape } from '../kernel/tape/tape.ts'
import type { Units } from '../kernel/units.ts'
import type { GatewayTransport } from '../transports/gateway/gateway-transport.ts'
import { Closing } from './closing.ts'
import { besideOf, DEFAULTS, type PlatformConfig, servesControl } from './config.ts'
import { type FirstWorld, openFoundation } from './foundation.ts'
import { type Lasting, openLasting } from './lasting.ts'
import type { Handlers } from './listen.ts'
import { isDatabaseAway } from './measured-store.ts'
import { VERSION } from './package-folder.ts'
import { openPages } from './pages.ts'
import { PresentWorld } from './present-world.ts'
import { announceNode, type ReadyNode } from './ready-node.ts'
import { Rejoining } from './rejoin.ts'
import type { Telemetry, TelemetryOptions } from './telemetry/telemetry.ts'
import { Health } from './watch/health.ts'
import { openWatch } from './watch/open-watch.ts'
import { openSecondPort } from './watch/second-port.ts'

export type { PlatformConfig } from './config.ts'

/** Time over which a node leads its sessions to others before it closes. */
const DRAIN_SECONDS = 20

/** Address and key by which the operator controls the platform: `Authorization: Bearer <key>`. */
export interface OperatorAccess {
  readonly url: string
  readonly key: string
}

/** A running platform and its addresses. */
export interface RunningPlatform extends Addresses, FirstWorld {
  /** This node among others; null for a process that is alone. */
  readonly node: ReadyNode | null
  /** Path of the local authority's certificate; null without TLS. */
  readonly ca: string | null
  /** Address and key by which the operator controls the platform. */
  readonly control: OperatorAccess
  /** Calls a function with each later key of the operator. */
  onOperatorKey(listener: (key: string) => void): void
  /** Address of voice packets as clients receive it: `HOST:PORT`. */
  readonly voice: { readonly udp: string }
  readonly clock: Clock
  readonly units: Units
  readonly tape: Tape
  /** Adds a task that `close` runs before it closes anything else. Of several, the last one runs first. */
  beforeClose(task: () => Promise<void> | void): void
  /** Tells clients to reconnect, finishes queued tasks, and closes everything. */
  close(): Promise<void>
}

/** Starts a platform. It uses no global state, so several platforms run side by side in one process. */
export async function createPlatform(given: Partial<PlatformConfig> = {}): Promise<RunningPlatform> {
  const closing = new Closing()
  const config = { ...DEFAULTS, ...given }
  try {
    return await assemble(config, closing)
  } catch (error) {
    await closing.run()
    throw config.databaseUrl && isDatabaseAway(error) ? databaseUnreachable(config.databaseUrl, error) : error
  }
}

async function assemble(config: PlatformConfig, closing: Closing): Promise<RunningPlatform> {
  const { telemetry, second, watchers } = await openWatchers(config, closing)
  const { foundation, kernel, firstWorld } = await openFoundation(config, closing, watchers)
  const lasting = await openLasting(config, closing, foundation, (world) =>
    createPlatform(besideOf(config, world, lasting.worlds)),
  )
  const { port, addresses, voice, gateway, copies, worlds, operatorKey } = lasting
  const outgoing = {
    reach: config.outgoing,
    userAgent: `Guildhall-Interactions/${VERSION}`,
    databaseUrl: config.databaseUrl ?? null,
    filesUrl: config.filesUrl ?? null,
  }
  const present = new PresentWorld({ lasting, outgoing, kernel })
  copies.follow(present)
  closing.add('requests to applications', () => present.world.endRequests())
  closing.add('world', () => present.world.close())
  const { lease } = foundation.storage
  closeGateway(closing, { gateway, lease, drainSeconds: config.drainSeconds ?? DRAIN_SECONDS })
  if (lease !== null && !lease.isAlone) rejoinAfterLosses(closing, { lasting, present, lease })
  const pages = await openPages(config, closing, lasting, present)
  const watch = openWatch(lasting, present, config)
  second?.serve(watch.serve)
  telemetry?.watch(watch.read)
  if (servesControl(config)) await copies.keepStart()
  await present.world.start([], { bots: 'stay' })
  const { health } = watchers
  closing.add('command line', () => health.drain())
  health.ready(watch.check)
  const request: Handlers['request'] = (given, response) => {
    if (!watch.respond(given, response)) pages.request(given, response)
  }
  const handlers = { ...pages, ...voice.handlers, request, upgrade: gateway.upgrade }
  lasting.serve(beforeAll(health, afterReplacement(lasting.gate, handlers)))
  if (!config.worlds) closing.add('platforms beside this one', () => worlds.closeAll())
  const { store } = foundation.storage
  const url = config.nodeUrl ?? addresses.listen
  const node = await announceNode({ store, lease, filesUrl: config.filesUrl ?? null, url })
  const running = {
    ...addresses,
    ...firstWorld,
    node,
    ca: port.ca,
    control: {
      url: `${addresses.listen}/control`,
      get key() {
        return operatorKey.key
      },
    },
    onOperatorKey: (listener: (key: string) => void) => operatorKey.onChange(listener),
    voice: { udp: voice.udp },
    clock: foundation.clock,
    units: present.units,
    tape: foundation.tape,
    beforeClose: (task: () => Promise<void> | void) => closing.add('command line', task),
    close: () => closing.run(),
  }
  worlds.begin(running)
  return running
}

/** Adds the steps in which sessions are led to other nodes, or kept for the next process. */
function closeGateway(
  closing: Closing,
  { gateway, lease, drainSeconds }: { gateway: GatewayTransport; lease: Lease | null; drainSeconds: number },
): void {
  closing.add('drain', () => (lease?.isHeld() && drainSeconds > 0 ? gateway.drain(drainSeconds * 1_000) : undefined))
  closing.add('gateway', () => gateway.close())
  // Once another process has the lease, the sessions are that one's to continue.
  closing.add('kept sessions', () => (lease === null || lease.isHeld() ? gateway.keepSessions() : undefined))
}

/** Lets a node join again when it has lost its lease, before anything of it closes. */
function rejoinAfterLosses(closing: Closing, parts: { lasting: Lasting; present: PresentWorld; lease: Lease }): void {
  const rejoining = new Rejoining(parts, (message) => {
    parts.lasting.foundation.log.fatal(message)
    process.kill(process.pid, 'SIGTERM')
  })
  closing.add('drain', () => rejoining.close())
  closing.add('bus', () => parts.present.world.kernel.bus.close())
}

/** Opens the log, traces, and the second port, which begin before everything else. */
async function openWatchers(config: PlatformConfig, closing: Closing) {
  const telemetry = config.telemetry ? await telemetryOf(config.telemetry, closing) : null
  const health = new Health(config.node ?? null)
  const second = config.metrics ? await openSecondPort(config.metrics, health, closing) : null
  return { telemetry, second, watchers: { log: logOf(config, telemetry), traces: telemetry?.traces ?? null, health } }
}

/** Loads what sends by OTLP, which few platforms do. */
async function telemetryOf(options: TelemetryOptions, closing: Closing): Promise<Telemetry> {
  const { openTelemetry } = await import('./telemetry/open-telemetry.ts')
  const telemetry = openTelemetry(options)
  closing.add('telemetry', () => telemetry.close())
  return telemetry
}

/** Returns the log, which goes to stderr, and to a collector where there is one. */
function logOf({ logLevel = 'warn' }: PlatformConfig, telemetry: Telemetry | null): Logger {
  const options = { level: logLevel, redact: ['req.headers.authorization'] }
  const stderr = pino.destination(2)
  if (telemetry === null) return pino(options, stderr)
  const streams = [stderr, telemetry.logLines].map((stream) => ({ level: 'trace', stream }) as const)
  const log = pino({ ...options, mixin: () => telemetry.traces.current() ?? {} }, pino.multistream(streams))
  telemetry.reportTo(log)
  return log
}

/** Responds to questions about health, which never wait. While the platform ends, each response ends its connection. */
function beforeAll(health: Health, handlers: Handlers): Handlers {
  const request: Handlers['request'] = (given, response) => {
    if (health.isDraining) response.shouldKeepAlive = false
    if (!health.respond(given, response)) handlers.request(given, response)
  }
  return { ...handlers, request }
}

/** Lets requests wait while the world is replaced, except those of the operator, who replaces it. */
function afterReplacement(gate: Gate, handlers: Handlers): Handlers {
  const afterwards = (request: IncomingMessage, pass: () => void) => {
    if (gate.opened === null || request.url?.startsWith('/control/')) pass()
    else void gate.opened.then(() => afterwards(request, pass))
  }
  return {
    ...handlers,
    request: (request, response) => afterwards(request, () => handlers.request(request, response)),
    upgrade: (request, socket, head) => afterwards(request, () => handlers.upgrade(request, socket, head)),
    upgradeVoice: (request, socket, head) => afterwards(request, () => handlers.upgradeVoice(request, socket, head)),
  }
}
