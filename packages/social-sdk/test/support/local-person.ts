/** A person with a local client, whose traffic with games a test reads. */
import { type LocalClient, startLocalClient } from '@guildhall/local-client'
import type { SdkLab } from './sdk-lab.ts'

interface Command {
  readonly cmd?: string
  readonly evt?: string | null
  readonly args?: Record<string, unknown>
  readonly data?: Record<string, unknown> | null
}

/** A local client of a person of the lab. It notes each message, and can restart. */
export class LocalPerson implements AsyncDisposable {
  readonly #lab: SdkLab
  readonly #name: string
  #client: LocalClient | null = null
  /** Whether the person allows what games ask for; a promise leaves them waiting. */
  consents: boolean | Promise<boolean> = true
  readonly received: Command[] = []
  #arrived: () => void = () => undefined

  private constructor(lab: SdkLab, name: string) {
    this.#lab = lab
    this.#name = name
  }

  static async start(lab: SdkLab, name: string): Promise<LocalPerson> {
    const person = new LocalPerson(lab, name)
    await person.start()
    return person
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop()
  }

  get ipc(): string {
    return this.#client?.ipc ?? ''
  }

  async start(): Promise<void> {
    this.#client = await startLocalClient({
      server: this.#lab.platform.url,
      credentials: { token: this.#lab.platform.world?.users[this.#name]?.token ?? '' },
      ipcFolder: null,
      consent: async () => this.consents,
      onSignedOut: () => undefined,
      trace: (direction, message) => {
        if (direction === 'in') this.received.push(message as Command)
        this.#arrived()
      },
    })
  }

  async stop(): Promise<void> {
    await this.#client?.close()
    this.#client = null
  }

  /** Resolves with the first command of a name that has arrived and was not read yet. */
  async next(cmd: string, evt?: string): Promise<Command> {
    for (;;) {
      const index = this.received.findIndex((one) => one.cmd === cmd && (evt === undefined || one.evt === evt))
      const found = index < 0 ? undefined : this.received.splice(index, 1)[0]
      if (found) return found
      await new Promise<void>((resolve) => {
        this.#arrived = resolve
      })
    }
  }
}
