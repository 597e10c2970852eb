import { createHash } from 'node:crypto'
import type { Instant, Snowflake } from '@guildhall/protocol'
import type { Logger } from 'pino'
import type { Bus } from '../../kernel/bus.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Lease } from '../../kernel/lease.ts'
import { type Outgoing, OutgoingError } from '../../kernel/outgoing.ts'
import type { PushKeys } from '../../kernel/push-keys.ts'
import { SYSTEM_ACTOR, type Units } from '../../kernel/units.ts'
import { settingsOf } from '../../resources/accounts/instance-settings/index.ts'
import {
  type PushDelivery as Delivery,
  dropExpiredPushes,
  giveUpPushes,
  listNextMessages,
  outcomeOf,
  postponePush,
  pushQueued,
  removeGoneDevice,
  settlePush,
  takePushes,
} from '../../resources/accounts/push-devices/index.ts'
import { QueueSender } from '../queue-sender.ts'
import { encrypt } from './encrypt.ts'
import { PushTokens } from './push-tokens.ts'

/** Requests at a time, to all push services and to one of them: a slow one must not hold up the others. */
const SENDING_MAX = 32
const SENDING_TO_ONE_MAX = 16
/** Time in which a push service must respond. */
const TIMEOUT_MS = 10_000
/** Pause after a failure of the store. */
const STORE_RETRY_MS = 1_000
const TOPIC_LENGTH = 32

export interface PushDeliveryParts {
  readonly units: Units
  readonly bus: Bus
  /** Platform's clock, by which messages are sent again. */
  readonly clock: Clock
  readonly wallClock: Clock
  readonly outgoing: Outgoing
  readonly pushKeys: PushKeys
  /** Address of the platform as people reach it. */
  readonly url: string
  readonly log: Logger
  readonly lease: Lease | null
}

/**
 * Sends queued push messages to the push services of browsers. No request waits for it. Of several nodes one sends
 * them, until it ends: the queue is that of all nodes. One device receives one message at a time, in order.
 */
export class PushDelivery {
  readonly #parts: PushDeliveryParts
  readonly #sender: QueueSender
  readonly #tokens: PushTokens
  readonly #sending = new Map<Snowflake, { readonly origin: string; readonly sent: Promise<void> }>()
  #running: Promise<void> | null = null
  #stale = false
  #closed = false
  #cancelWake: () => void = () => undefined
  #stopListening: () => void = () => undefined

  constructor(parts: PushDeliveryParts) {
    this.#parts = parts
    this.#sender = new QueueSender(parts, {
      name: 'push messages',
      queued: pushQueued,
      take: takePushes,
      giveUp: giveUpPushes,
    })
    this.#tokens = new PushTokens(parts.pushKeys)
  }

  /** Starts sending, also the messages that were queued before. */
  start(): void {
    this.#stopListening = this.#sender.listen(() => this.#wake())
    this.#wake()
  }

  /** Takes no more messages, and waits for those that are being sent. The end of `outgoing` aborts them. */
  async close(): Promise<void> {
    this.#closed = true
    this.#stopListening()
    this.#cancelWake()
    await this.#running
    await Promise.all([...this.#sending.values()].map(({ sent }) => sent))
    await this.#sender.giveUp()
  }

  #wake(): void {
    this.#stale = true
    if (this.#closed) return
    this.#running ??= this.#beginDue().finally(() => {
      this.#running = null
      if (this.#stale) this.#wake()
    })
  }

  /** Begins to send what is due, as far as there is room. Never rejects. */
  async #beginDue(): Promise<void> {
    const { units, clock, log } = this.#parts
    this.#stale = false
    const limit = SENDING_MAX - this.#sending.size
    if (limit <= 0) return
    try {
      const now = clock.now()
      const next = await units.read(SYSTEM_ACTOR, (work) => listNextMessages(work, this.#busy(), { now, limit }))
      if (next.nextAt !== null) this.#wakeAt(next.nextAt)
      if (next.deliveries.length === 0 || !(await this.#sender.become())) return
      const expired = next.deliveries.some(({ expiresAt }) => expiresAt <= now)
      if (expired) await units.write(SYSTEM_ACTOR, dropExpiredPushes)
      for (const delivery of next.deliveries) if (delivery.expiresAt > now) this.#begin(delivery)
      // The limit may have cut off further messages, of other devices and services.
      if (expired || this.#sending.size < SENDING_MAX) this.#stale = true
    } catch (err) {
      log.error({ err }, 'push messages were not read')
      this.#wakeAt(clock.now() + STORE_RETRY_MS)
    }
  }

  /** Returns the devices and the push services that get no further message now. */
  #busy(): { deviceIds: Snowflake[]; origins: string[] } {
    const counts = new Map<string, number>()
    for (const { origin } of this.#sending.values()) counts.set(origin, (counts.get(origin) ?? 0) + 1)
    const full = [...counts].filter(([, count]) => count >= SENDING_TO_ONE_MAX)
    return { deviceIds: [...this.#sending.keys()], origins: full.map(([origin]) => origin) }
  }

  #begin(delivery: Delivery): void {
    const { deviceId, origin } = delivery
    const ofOrigin = [...this.#sending.values()].filter((other) => other.origin === origin)
    if (this.#closed || ofOrigin.length >= SENDING_TO_ONE_MAX) return
    const sent = this.#send(delivery).finally(() => {
      this.#sending.delete(deviceId)
      this.#wake()
    })
    this.#sending.set(deviceId, { origin, sent })
  }

  /** Sends a message, and stores what came of it. Never rejects. */
  async #send(delivery: Delivery): Promise<void> {
    const { units, log } = this.#parts
    try {
      const { status, retryAfter } = await this.#request(delivery)
      const outcome = outcomeOf(status)
      if (outcome === 'again' || outcome === 'refused')
        log.warn({ push_service: delivery.origin, status }, 'a push service refused a message')
      await units.write(SYSTEM_ACTOR, async (work) => {
        if (outcome === 'sent') await settlePush(work, delivery)
        else if (outcome === 'gone') await removeGoneDevice(work, delivery)
        else await postponePush(work, delivery, { isFinal: outcome === 'refused', retryAfter })
      })
    } catch (err) {
      // A message that the end of the process aborts is sent by the next one.
      if (err instanceof OutgoingError && err.closing) return
      await this.#postpone(delivery, err)
    }
  }

  async #postpone(delivery: Delivery, err: unknown): Promise<void> {
    const { units, log } = this.#parts
    if (err instanceof OutgoingError)
      log.warn({ push_service: delivery.origin, reason: err.message }, 'a push service did not respond')
    else log.error({ err }, 'a push message was not sent or settled')
    try {
      await units.write(SYSTEM_ACTOR, (work) => postponePush(work, delivery, { isFinal: false, retryAfter: null }))
    } catch (failure) {
      log.error({ err: failure }, 'a push message was not postponed')
    }
  }

  async #request({ subscription, payload, origin, expiresAt }: Delivery) {
    const { units, clock, wallClock, outgoing } = this.#parts
    const contact = contactOf((await units.read(SYSTEM_ACTOR, settingsOf)).contact_email, this.#parts.url)
    const topic = createHash('sha256').update(payload.tag).digest('base64url').slice(0, TOPIC_LENGTH)
    return outgoing.call({
      url: subscription.endpoint,
      method: 'POST',
      headers: {
        Authorization: await this.#tokens.authorizationFor(origin, contact, wallClock.now()),
        'Content-Encoding': 'aes128gcm',
        'Content-Type': 'application/octet-stream',
        TTL: Math.max(Math.ceil((expiresAt - clock.now()) / 1000), 0).toString(),
        Topic: topic,
        Urgency: 'high',
      },
      body: encrypt(Buffer.from(JSON.stringify(payload)), subscription),
      limitKey: `push ${origin}`,
      timeoutMs: TIMEOUT_MS,
      bytesMax: null,
    })
  }

  #wakeAt(at: Instant): void {
    this.#cancelWake()
    if (!this.#closed) this.#cancelWake = this.#parts.clock.at(at, () => this.#wake())
  }
}

/** Returns the address that push services may write to when a platform misbehaves. */
function contactOf(email: string | null, url: string): string | null {
  if (email !== null) return `mailto:${email}`
  return url.startsWith('https:') ? url : null
}
