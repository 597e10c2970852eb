import { type Snowflake, WEBHOOK_EVENT_RESPONSE_MS } from '@guildhall/protocol'
import type { Logger } from 'pino'
import type { Bus } from '../../kernel/bus.ts'
import type { Clock } from '../../kernel/clock.ts'
import { type Lease, nodeOf } from '../../kernel/lease.ts'
import type { Metrics } from '../../kernel/metrics.ts'
import { type Outgoing, OutgoingError } from '../../kernel/outgoing.ts'
import { SYSTEM_ACTOR, type Units } from '../../kernel/units.ts'
import { disableWebhookEvents } from '../../resources/accounts/applications/index.ts'
import {
  type DeliveryResult,
  deleteSomeWebhookEvents,
  findNextRetry,
  listApplicationsWithEvents,
  listDueEvents,
  settleDeliveries,
  type WebhookDelivery,
  webhookEventQueued,
} from '../../resources/accounts/webhook-events/index.ts'
import { Owners } from './owners.ts'
import { ServerState } from './server-state.ts'

/** Requests to all applications at a time. */
const REQUESTS_MAX = 512
/** Share of them for servers that are failing, so that these never delay a server that responds. */
const FAILING_REQUESTS_MAX = REQUESTS_MAX / 2
/** Results that one unit of work stores. */
const SETTLED_MAX = 200
/** Pause after which a node looks for events of applications that other nodes have or had. */
const POLL_MS = 2_000
/** Pause after a failure of the store. */
const STORE_RETRY_MS = 1_000
/** Wall-clock time for which `close` waits for requests; a request that it aborts is sent again at the next start. */
const CLOSE_GRACE_MS = 1_000
/** Reason for which events are disabled besides failures. */
const TOO_SLOW = 'too many events about one user wait'
/** Result of an attempt that this platform aborted, because it is closing. */
const ABORTED = Symbol('aborted')

export interface DeliveryParts {
  readonly units: Units
  readonly bus: Bus
  /** Platform's clock, by which failed events are retried. */
  readonly clock: Clock
  readonly wallClock: Clock
  readonly outgoing: Outgoing
  readonly log: Logger
  readonly metrics: Metrics
  readonly lease: Lease | null
}

/**
 * Delivers queued webhook events: the events about one user one after another, those of different users and
 * applications side by side. An event leaves the store once the server has accepted it, so it is sent at least once.
 * Only events that are being sent are in memory. [EVT-15]
 */
export class WebhookEventDelivery {
  readonly #parts: DeliveryParts
  readonly #owners: Owners
  /** Applications with events that wait, by id. */
  readonly #servers = new Map<Snowflake, ServerState>()
  /** Servers with due events that wait for the limit of all requests. */
  readonly #waiting = new Set<ServerState>()
  #results: DeliveryResult[] = []
  #settling: Promise<void> | null = null
  #requests = 0
  #failingRequests = 0
  #closed = false
  #cancelPoll: () => void = () => undefined
  #stopListening: () => void = () => undefined
  /** Called when a request has ended, while the platform closes. */
  #requestEnded: () => void = () => undefined

  constructor(parts: DeliveryParts) {
    this.#parts = parts
    this.#owners = new Owners(parts.units, nodeOf(parts.lease))
  }

  /** Starts delivering, also the events that were queued before. */
  async start(): Promise<void> {
    const { bus } = this.#parts
    this.#stopListening = bus.listen((event) => {
      if (event.type !== webhookEventQueued) return
      this.#wake((event.payload as { applicationId: Snowflake }).applicationId)
    })
    await this.#wakeAll()
  }

  /** Wakes the delivery of each application with events. Among several nodes, it does so again and again. */
  async #wakeAll(): Promise<void> {
    const { units, wallClock, log } = this.#parts
    try {
      for (const id of await units.read(SYSTEM_ACTOR, listApplicationsWithEvents)) this.#wake(id)
    } finally {
      if (this.#owners.shared && !this.#closed) {
        const again = () => this.#wakeAll().catch((err) => log.error({ err }, 'webhook events were not read'))
        this.#cancelPoll = wallClock.at(wallClock.now() + POLL_MS, () => void again())
      }
    }
  }

  /** Stops taking events and waits shortly for the requests that were sent. */
  async close(): Promise<void> {
    const { wallClock } = this.#parts
    this.#closed = true
    this.#stopListening()
    this.#cancelPoll()
    for (const server of this.#servers.values()) server.close()
    if (this.#requests > 0) {
      const { promise, resolve } = Promise.withResolvers<void>()
      const cancel = wallClock.at(wallClock.now() + CLOSE_GRACE_MS, resolve)
      this.#requestEnded = () => this.#requests === 0 && resolve()
      await promise
      cancel()
    }
    await this.#settling
    await this.#owners.releaseAll()
  }

  #wake(applicationId: Snowflake): void {
    if (this.#closed) return
    const server = this.#servers.get(applicationId) ?? new ServerState(applicationId)
    this.#servers.set(applicationId, server)
    void this.#sendDue(server)
  }

  /** Reads and sends due events of one application until none is left or its limit is reached. Never rejects. */
  async #sendDue(server: ServerState): Promise<void> {
    server.stale = true
    if (server.reading) return
    server.reading = true
    try {
      while (server.stale && !this.#closed) {
        server.stale = false
        if (await this.#owners.claim(server.applicationId)) await this.#readAndSend(server)
      }
    } catch (err) {
      this.#parts.log.error({ err, application_id: server.applicationId.toString() }, 'webhook events were not read')
      this.#wakeAt(server, this.#parts.clock.now() + STORE_RETRY_MS)
    } finally {
      server.reading = false
      if (server.idle && !this.#waiting.has(server)) await this.#forget(server)
    }
  }

  /** Forgets a server that nothing waits for. Another node may send the next event. */
  async #forget(server: ServerState): Promise<void> {
    this.#servers.delete(server.applicationId)
    try {
      await this.#owners.release(server.applicationId)
    } catch (err) {
      this.#parts.log.error({ err }, 'an owner of webhook events was not stored')
    }
  }

  async #readAndSend(server: ServerState): Promise<void> {
    if (!server.readable) return // The end of a request continues here.
    const free = this.#freeFor(server)
    if (free === 0) return
    const { units } = this.#parts
    const { applicationId } = server
    // An event that is settled while this reads may still be in the result.
    const busy = server.users()
    const { due, nextRetry } = await units.read(SYSTEM_ACTOR, async (work) => ({
      due: await listDueEvents(work, applicationId, server.limits(free)),
      nextRetry: await findNextRetry(work, applicationId),
    }))
    if (due.kind === 'overflow') {
      await units.write(SYSTEM_ACTOR, (work) =>
        disableWebhookEvents(work, applicationId, { url: due.url, reason: TOO_SLOW }),
      )
      this.#warnDisabled(applicationId, TOO_SLOW)
      server.stale = true
    } else if (due.kind === 'drop') await this.#drop(server)
    else {
      server.backlog = due.more
      if (nextRetry !== undefined) this.#wakeAt(server, nextRetry)
      for (const delivery of due.unwanted) {
        if (busy.has(delivery.userId)) continue
        server.begin(delivery)
        this.#settle({ delivery, failure: null, recovered: false })
      }
      for (const delivery of due.deliveries) {
        if (busy.has(delivery.userId)) continue
        if (this.#freeFor(server) === 0) break
        this.#send(server, delivery)
      }
    }
  }

  /** Returns how many requests to a server may start, and notes a server that must wait for others. */
  #freeFor(server: ServerState): number {
    const total = this.#totalFor(server)
    if (total === 0 && server.free > 0) this.#waiting.add(server)
    return Math.min(server.free, total)
  }

  /** Returns how many requests the limits of all servers leave. */
  #totalFor({ failing }: ServerState): number {
    const all = REQUESTS_MAX - this.#requests
    return Math.max(failing ? Math.min(all, FAILING_REQUESTS_MAX - this.#failingRequests) : all, 0)
  }

  /** Continues with the first waiting server that the limits allow. */
  #resumeWaiting(): void {
    for (const server of this.#waiting) {
      if (this.#totalFor(server) === 0) continue
      this.#waiting.delete(server)
      void this.#sendDue(server)
      return
    }
  }

  #wakeAt(server: ServerState, at: number): void {
    if (!this.#closed) server.wakeAt(this.#parts.clock, at, () => void this.#sendDue(server))
  }

  /** Deletes the events of an application that receives none at present, once no request to it is open. */
  async #drop(server: ServerState): Promise<void> {
    const { units } = this.#parts
    if (server.sends) return // The end of the request continues here.
    while (!this.#closed) {
      const more = await units.write(SYSTEM_ACTOR, (work) => deleteSomeWebhookEvents(work, server.applicationId))
      if (!more) return
    }
  }

  #send(server: ServerState, delivery: WebhookDelivery): void {
    const { failing } = server
    server.begin(delivery)
    this.#requests += 1
    if (failing) this.#failingRequests += 1
    void this.#attempt(delivery).then((failure) => {
      this.#requests -= 1
      if (failing) this.#failingRequests -= 1
      this.#requestEnded()
      if (failure === ABORTED) return
      this.#count(delivery, failure)
      const recovered = server.count(failure === null ? 'delivered' : 'failed')
      this.#settle({ delivery, failure, recovered })
      this.#resumeWaiting()
    })
  }

  #count({ body }: WebhookDelivery, failure: string | null): void {
    const { metrics, clock } = this.#parts
    metrics.webhookEvents.add(failure === null ? 'accepted' : 'failed')
    if (failure !== null) return
    const { event } = JSON.parse(body) as { event?: { timestamp: string } }
    if (event) metrics.webhookEventDelays.observe(Math.max(clock.now() - Date.parse(event.timestamp), 0))
  }

  /** Sends an event once. Any 2xx accepts it. Returns the reason for a failure, or null. Never rejects. */
  async #attempt({ applicationId, url, body, signingKey }: WebhookDelivery): Promise<string | null | typeof ABORTED> {
    const { outgoing, log } = this.#parts
    const post = {
      url,
      purpose: { kind: 'webhook_event', applicationId },
      limitKey: `event_webhooks.${applicationId}`,
      body,
      signingKey,
      timeoutMs: WEBHOOK_EVENT_RESPONSE_MS,
      responseLimits: null,
    } as const
    try {
      const status = await outgoing.post(post, async (response) => response.status)
      return status >= 200 && status <= 299 ? null : `responded with status ${status}`
    } catch (err) {
      if (err instanceof OutgoingError) return err.closing ? ABORTED : err.message
      log.error({ err }, 'a webhook event was not sent')
      return 'the platform could not send it'
    }
  }

  #settle(result: DeliveryResult): void {
    this.#results.push(result)
    this.#settling ??= this.#storeResults().finally(() => {
      this.#settling = null
    })
  }

  /** Stores results until none is left. The next event about a user is read after the commit. Never rejects. */
  async #storeResults(): Promise<void> {
    const { units, log, wallClock } = this.#parts
    while (this.#results.length > 0) {
      const batch = this.#results.splice(0, SETTLED_MAX)
      try {
        const disabled = await units.write(SYSTEM_ACTOR, (work) => settleDeliveries(work, batch))
        for (const id of disabled) this.#warnDisabled(id, 'an event failed for ten minutes')
      } catch (err) {
        log.error({ err }, 'results of webhook events were not stored')
        if (this.#closed) return // They are delivered again at the next start.
        this.#results.unshift(...batch)
        await new Promise<void>((resolve) => wallClock.at(wallClock.now() + STORE_RETRY_MS, resolve))
        continue
      }
      const servers = new Set<ServerState>()
      for (const { delivery } of batch) {
        const server = this.#servers.get(delivery.applicationId)
        if (!server) continue
        server.end(delivery.userId)
        servers.add(server)
      }
      for (const server of servers) void this.#sendDue(server)
    }
  }

  #warnDisabled(applicationId: Snowflake, reason: string): void {
    this.#parts.log.warn({ application_id: applicationId.toString(), reason }, 'webhook events were disabled')
  }
}
