import type { Instant } from '@guildhall/protocol'
import type { Logger } from 'pino'
import type { Clock } from '../../kernel/clock.ts'
import type { Bus } from '../../kernel/event.ts'
import { MailError, type Mailer } from '../../kernel/mailer.ts'
import { SYSTEM_ACTOR, type Units } from '../../kernel/units.ts'
import { settingsOf } from '../../resources/accounts/instance-settings/index.ts'
import {
  findNextMail,
  mailQueued,
  postponeMail,
  senderAddress,
  settleMail,
  type WaitingMail,
} from '../../resources/accounts/mails/index.ts'

/** Pause after a failure of the store. */
const STORE_RETRY_MS = 1_000

export interface MailDeliveryParts {
  readonly units: Units
  readonly bus: Bus
  /** Platform's clock, by which failed mails are sent again. */
  readonly clock: Clock
  readonly mailer: Mailer
  readonly log: Logger
}

/**
 * Sends the mails of the store, one after another. No request waits for it. A mail leaves the queue once the mail
 * server has accepted it.
 */
export class MailDelivery {
  readonly #parts: MailDeliveryParts
  #running: Promise<void> | null = null
  #stale = false
  #closed = false
  #cancelWake: () => void = () => undefined
  #stopListening: () => void = () => undefined

  constructor(parts: MailDeliveryParts) {
    this.#parts = parts
  }

  /** Starts sending, also the mails that were queued before. */
  start(): void {
    this.#stopListening = this.#parts.bus.listen(({ type }) => {
      if (type === mailQueued) this.#wake()
    })
    this.#wake()
  }

  /** Takes no more mails, and waits for the one that is being sent: a server that accepted it must not get it again. */
  async close(): Promise<void> {
    this.#closed = true
    this.#stopListening()
    this.#cancelWake()
    await this.#running
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
