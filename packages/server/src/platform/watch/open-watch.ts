import { createHash, timingSafeEqual } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { ApiError } from '@guildhall/protocol'
import type { BusCounts } from '../../kernel/shared-topics.ts'
import type { Store } from '../../kernel/store/store.ts'
import { SYSTEM_ACTOR } from '../../kernel/units.ts'
import { settingsOf } from '../../resources/accounts/instance-settings/index.ts'
import { isLoopbackHost } from '../../validation/loopback-host.ts'
import type { PlatformConfig } from '../config.ts'
import type { Lasting } from '../lasting.ts'
import type { PresentWorld } from '../present-world.ts'
import type { Metric } from './exposition.ts'
import type { ReadyCheck } from './health.ts'
import type { MetricsParts } from './metrics-page.ts'
import { isMetrics, sendText } from './metrics-request.ts'
import { touch } from './watched-store.ts'

/** Share of the reserve of the disk below which the platform is not ready. */
const ROOM_SHARE = 10
const STORE_MAX_MS = 2_000
/** Headers by which a request says that it was forwarded. */
const FORWARDING = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via']

/** Metrics, and health on a second port. */
export interface Watch {
  /** Responds to a request for metrics at the main port. Returns whether it was one. */
  respond(request: IncomingMessage, response: ServerResponse): boolean
  /** Responds to a request for metrics at the second port, which needs no key. */
  readonly serve: RequestListener
  readonly check: ReadyCheck
  /** Returns the metrics. */
  read(): Promise<readonly Metric[]>
}

/** Opens the metrics of a platform. The code that writes them is loaded at the first request for them. */
export function openWatch(lasting: Lasting, present: PresentWorld, { tls }: Pick<PlatformConfig, 'tls'>): Watch {
  const { foundation, gateway, addresses } = lasting
  const { storage, metrics, log } = foundation
  const isOwnHost = isLoopbackHost(new URL(addresses.url).hostname)
  const diskFree = () => freeBytes(storage.folder)
  const parts: MetricsParts = {
    metrics,
    store: storage.store,
    lease: storage.lease,
    bus: () => busOf(present),
    viewReloads: () => present.world.kernel.views.reloads,
    calls: async () => (await lasting.voice.control.calls()).length,
    sessions: () => gateway.gatewayControl.listHere(),
    diskFree,
    lastBackup: async () => {
      const [newest] = await present.world.platform.backups.known()
      return newest ? Date.parse(newest.created_at) : null
    },
    certificate: typeof tls === 'object' ? tls.cert : null,
  }

  async function sendMetrics(request: IncomingMessage, response: ServerResponse, isOpen: boolean): Promise<void> {
    try {
      if (!isOpen && !(await mayRead(request, present, isOwnHost)))
        return sendText(response, 401, '401: Unauthorized\n')
      const { metricsText } = await import('./metrics-page.ts')
      sendText(response, 200, await metricsText(parts))
    } catch (err) {
      log.error({ err }, 'metrics cannot be read')
      sendText(response, 503, 'metrics cannot be read\n')
    }
  }

  return {
    respond(request, response) {
      if (!isMetrics(request)) return false
      void sendMetrics(request, response, false)
      return true
    },
    serve: (request, response) => void sendMetrics(request, response, true),
    read: async () => (await import('./metrics-page.ts')).readMetrics(parts),
    async check() {
      const [store, free] = [await responds(storage.store), await diskFree()]
      const hasRoom = free === null || free >= (metrics.diskReserveBytes ?? 0) / ROOM_SHARE
      const bus = busOf(present)
      // A node that joins again has its lease before it serves.
      const lease = storage.lease && { lease: storage.lease.isHeld() && !present.world.kernel.isOver() }
      return { store, ...(bus && { bus: bus.connected }), ...lease, hasRoom }
    },
  }
}

/** Returns the counts of the bus between nodes; null for a process that is alone. */
function busOf({ world }: PresentWorld): Readonly<BusCounts> | null {
  const { bus, messages } = world.kernel
  if (bus.shared === null || messages === null) return null
  const { counts } = bus.shared
  const { sent, received } = messages.counts
  return { ...counts, sent: counts.sent + sent, received: counts.received + received }
}

/** Returns whether the sender of a request may read metrics at the main port. */
async function mayRead(
  { headers, socket }: IncomingMessage,
  present: PresentWorld,
  isOwnHost: boolean,
): Promise<boolean> {
  const { authorization } = headers
  if (authorization === undefined) return isOwnHost && isDirect({ headers, socket })
  const [, token] = /^Bearer (.+)$/.exec(authorization) ?? []
  if (token === undefined) return false
  const settings = await present.units.read(SYSTEM_ACTOR, settingsOf)
  if (settings.metrics_token !== null && isSame(token, settings.metrics_token)) return true
  try {
    return (await present.world.authenticator.caller(authorization)).kind === 'operator'
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return false
    throw error
  }
}

/** Returns whether a store responds in time. */
function responds(store: Store): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(resolve, STORE_MAX_MS, false)
  touch(store).then(
    () => resolve(true),
    () => resolve(false),
  )
  return promise.finally(() => clearTimeout(timer))
}

/** Whether a program on this machine sent the request itself. */
function isDirect({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): boolean {
  const remote = (socket.remoteAddress ?? '').replace(/^::ffff:/, '')
  return isLoopbackHost(remote) && FORWARDING.every((name) => headers[name] === undefined)
}

function isSame(given: string, wanted: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(given), hash(wanted))
}

async function freeBytes(folder: string | null): Promise<number | null> {
  if (folder === null) return null
  const { bavail, bsize } = await statfs(join(folder, '.'))
  return bavail * bsize
}
