import type { Instant } from '@guildhall/protocol'
import type { Logger } from 'pino'
import type { Bus } from '../../kernel/bus.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Lease } from '../../kernel/lease.ts'
import { MailError, type Mailer } from '../../kernel/mailer.ts'
import { SYSTEM_ACTOR, type Units } from '../../kernel/units.ts'
import { settingsOf } from '../../resources/accounts/instance-settings/index.ts'
import {
  findNextMail,
  giveUpMails,
  mailQueued,
  postponeMail,
  senderAddress,
  settleMail,
  takeMails,
  type WaitingMail,
} from '../../resources/accounts/mails/index.ts'
import { QueueSender } from '../queue-sender.ts'

/** Pause after a failure of the store. */
const STORE_RETRY_MS = 1_000

export interface MailDeliveryParts {
  readonly units: Units
  readonly bus: Bus
  /** Platform's clock, by which failed mails are sent again. */
  readonly clock: Clock
  readonly mailer: Mailer
  readonly log: Logger
  readonly lease: Lease | null
}

/**
 * Sends the mails of the store, one after another. No request waits for it. A mail leaves the queue once the mail
 * server has accepted it. Of several nodes one sends them, until it ends: the queue is that of all nodes.
 */
export class MailDelivery {
  readonly #parts: MailDeliveryParts
  readonly #sender: QueueSender
  #running: Promise<void> | null = null
  #stale = false
  #closed = false
  #cancelWake: () => void = () => undefined
  #stopListening: () => void = () => undefined

  constructor(parts: MailDeliveryParts) {
    this.#parts = parts
    this.#sender = new QueueSender(parts, { name: 'mails', queued: mailQueued, take: takeMails, giveUp: giveUpMails })
  }

  /** Starts sending, also the mails that were queued before. */
  start(): void {
    this.#stopListening = this.#sender.listen(() => this.#wake())
    this.#wake()
  }

  /** Takes no more mails, and waits for the one that is being sent: a server that accepted it must not get it again. */
  async close(): Promise<void> {
    this.#closed = true
    this.#stopListening()
    this.#cancelWake()
    await this.#running
    await this.#sender.giveUp()
  }

  #wake(): void {
    this.#stale = true
    this.#running ??= this.#sendDue().finally(() => {
      this.#running = null
      if (this.#stale && !this.#closed) this.#wake()
    })
  }

  /** Sends due mails until none is left. Never rejects. */
  async #sendDue(): Promise<void> {
    const { units, clock, log } = this.#parts
    while (this.#stale && !this.#closed) {
      this.#stale = false
      try {
        const mail = await units.read(SYSTEM_ACTOR, findNextMail)
        if (!mail) return
        if (mail.dueAt > clock.now()) return this.#wakeAt(mail.dueAt)
        if (!(await this.#sender.become())) return
        this.#stale = true
        await this.#send(mail)
      } catch (err) {
        log.error({ err }, 'mails were not read or stored')
        this.#stale = false
        return this.#wakeAt(clock.now() + STORE_RETRY_MS)
      }
    }
  }

  async #send(mail: WaitingMail): Promise<void> {
    const { units, mailer, log } = this.#parts
    const settings = await units.read(SYSTEM_ACTOR, settingsOf)
    const { id, address, content } = mail
    const from = { name: settings.name, address: senderAddress(settings) }
    try {
      await mailer.send({ id: id.toString(), to: address, from, ...content }, settings.smtp_url)
    } catch (err) {
      const reason = err instanceof MailError ? err.message : 'the platform could not send it'
      if (!(err instanceof MailError)) log.error({ err }, 'a mail was not sent')
      const next = await units.write(SYSTEM_ACTOR, (work) => postponeMail(work, mail, reason))
      if (next === null) log.warn({ mail_id: id.toString() }, 'a mail was given up after 24 hours')
      return
    }
    await units.write(SYSTEM_ACTOR, (work) => settleMail(work, mail))
  }

  #wakeAt(at: Instant): void {
    this.#cancelWake()
    if (!this.#closed) this.#cancelWake = this.#parts.clock.at(at, () => this.#wake())
  }
}
