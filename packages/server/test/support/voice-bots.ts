/** Bots in their own processes, for tests of calls with an unmodified voice client. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { BotCommand, BotEvent } from './voice-bot.ts'

const PROGRAM = fileURLToPath(new URL('voice-bot.ts', import.meta.url))
const WAIT_MS = 30_000
const SILENCE = '+P/+'

export interface BotOptions {
  api: string
  token: string
  guildId: string
  /** Path of the platform's authority. */
  ca: string
}

/** A bot process. */
export class VoiceBot {
  readonly events: BotEvent[] = []
  readonly #child: ChildProcess
  readonly #guildId: string
  readonly #watchers = new Set<() => void>()
  #log = ''

  private constructor(child: ChildProcess, guildId: string) {
    this.#child = child
    this.#guildId = guildId
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#log += text
    })
    if (!child.stdout) throw new Error('stdout is not a pipe')
    createInterface({ input: child.stdout }).on('line', (line) => {
      this.events.push(JSON.parse(line) as BotEvent)
      for (const watcher of this.#watchers) watcher()
    })
  }

  /** Starts a bot and waits until its gateway session is ready. */
  static async start({ api, token, guildId, ca }: BotOptions): Promise<VoiceBot> {
    const env = { ...process.env, NODE_EXTRA_CA_CERTS: ca, BOT_API: api, BOT_TOKEN: token }
    const bot = new VoiceBot(spawn(process.execPath, [PROGRAM], { env, stdio: 'pipe' }), guildId)
    await bot.until(({ event }) => event === 'ready')
    return bot
  }

  tell(command: Omit<BotCommand, 'guildId'>): void {
    this.#child.stdin?.write(`${JSON.stringify({ ...command, guildId: this.#guildId })}\n`)
  }

  /** Joins a channel and waits until the voice connection is ready. */
  async join(channelId: string, options: { dave?: boolean } = {}): Promise<void> {
    const seen = this.events.length
    this.tell({ do: 'join', channelId, ...options })
    await this.until((event) => event.event === 'status' && event.status === 'ready', seen)
  }

  /** Plays frames at the pace of speech. Resolves when all were sent. */
  async play(frames: readonly Buffer[]): Promise<void> {
    const seen = this.events.length
    this.tell({ do: 'play', frames: frames.map((frame) => frame.toString('base64')) })
    await this.until(({ event }) => event === 'played', seen)
  }

  /** Returns the frames heard from a user so far, without silence. */
  heard(userId: string): Buffer[] {
    return this.events.flatMap((event) =>
      event.event === 'frame' && event.from === userId && event.frame !== SILENCE
        ? [Buffer.from(event.frame, 'base64')]
        : [],
    )
  }

  /** Waits for an event from a position on, already received or future. */
  async until(wanted: (event: BotEvent) => boolean, from = 0): Promise<void> {
    await this.#wait(() => this.events.slice(from).some(wanted))
  }

  /** Waits until a number of frames of a user was heard. */
  async hears(userId: string, count: number): Promise<void> {
    await this.#wait(() => this.heard(userId).length >= count)
  }

  async #wait(done: () => boolean): Promise<void> {
    if (done()) return
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const watcher = () => done() && resolve()
    this.#watchers.add(watcher)
    const last = () => JSON.stringify(this.events.filter(({ event }) => event !== 'frame').slice(-8))
    const guard = setTimeout(() => reject(new Error(`the bot did not get there: ${last()}\n${this.#log}`)), WAIT_MS)
    try {
      await promise
    } finally {
      clearTimeout(guard)
      this.#watchers.delete(watcher)
    }
  }

  /** Ends the process without a chance to close anything. */
  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    this.#child.kill('SIGKILL')
    await once(this.#child, 'exit')
  }
}
