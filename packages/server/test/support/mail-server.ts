/** A mail server on this machine, which may refuse, wait, or be away. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { until } from './until.ts'

/** A mail that the server accepted. */
export interface ReceivedMail {
  readonly to: string
  /** Headers and body, with line ends and quoted-printable decoded. */
  readonly source: string
}

/** Behaviour of the server towards the next mails. */
type Behaviour = 'accept' | 'refuse' | 'refuse for good'

export class MailServer {
  readonly received: ReceivedMail[] = []
  behaviour: Behaviour = 'accept'
  /** Mails that were offered, accepted or not. */
  offered = 0
  /** Settled before a mail is answered. */
  held: Promise<void> = Promise.resolve()
  #server: SMTPServer
  #port = 0

  private constructor() {
    this.#server = this.#make()
  }

  static async start(): Promise<MailServer> {
    const server = new MailServer()
    await server.#listen()
    return server
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.#port}`
  }

  /** Goes away: connections are refused from now on. */
  leave(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()))
  }

  /** Comes back on the same port. */
  async comeBack(): Promise<void> {
    this.#server = this.#make()
    await this.#listen()
  }

  /** Returns the mails to an address, once there are `count`. */
  async mailsTo(address: string, count = 1): Promise<ReceivedMail[]> {
    const found = () => this.received.filter(({ to }) => to === address)
    await until(`${count} mails to ${address}`, async () => found().length >= count)
    return found()
  }

  /** Returns the token in the newest mail to an address. */
  async tokenFor(address: string, count = 1): Promise<string> {
    const mail = (await this.mailsTo(address, count)).at(-1)
    return /#token=([\w-]+)/.exec(mail?.source ?? '')?.[1] ?? ''
  }

  #make(): SMTPServer {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, session, done) => {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', async () => {
          this.offered += 1
          await this.held
          if (this.behaviour !== 'accept') {
            const responseCode = this.behaviour === 'refuse' ? 451 : 550
            return done(Object.assign(new Error('not now'), { responseCode }))
          }
          const source = decoded(Buffer.concat(chunks).toString())
          for (const { address } of session.envelope.rcptTo) this.received.push({ to: address, source })
          done()
        })
      },
    })
    // A client that leaves in the middle is no fault of the server.
    server.on('error', () => undefined)
    return server
  }

  async #listen(): Promise<void> {
    const listening = this.#server.listen(this.#port, '127.0.0.1')
    await once(listening, 'listening')
    this.#port = (listening.address() as AddressInfo).port
  }
}

function decoded(source: string): string {
  return source
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}
