import { openLogFile } from '#runtime'
import type { CallbackQueue } from '../callbacks/queue.ts'
import type { LogCallback } from '../callbacks/types.ts'
import { EnumToString } from '../enums/enum.ts'
import { LoggingSeverity } from '../enums/index.ts'
import type { LogFile } from './log-file.ts'

/** Lines that wait for RunCallbacks at most. Older ones are dropped: a game that stands still keeps its memory. */
const LINES_WAITING_MAX = 1_000

/**
 * One log of a Client: of the library, or of its calls. Lines name methods, ids and statuses; a token, a code or a
 * secret is never part of one.
 */
export class Log {
  readonly #queue: CallbackQueue
  readonly #open: typeof openLogFile
  readonly #callbacks: { readonly callback: LogCallback; readonly minSeverity: LoggingSeverity }[] = []
  readonly #deprecated = new Set<string>()
  #file: { readonly file: LogFile; readonly minSeverity: LoggingSeverity } | null = null
  #waiting: { readonly message: string; readonly severity: LoggingSeverity }[] = []

  /** @param open opens a file in a folder; null if it cannot be opened */
  constructor(queue: CallbackQueue, open: typeof openLogFile = openLogFile) {
    this.#queue = queue
    this.#open = open
  }

  /** Adds a handler of lines of a severity and above. */
  add(callback: LogCallback, minSeverity: LoggingSeverity): void {
    if (minSeverity !== LoggingSeverity.None) this.#callbacks.push({ callback, minSeverity })
  }

  /**
   * Writes lines of a severity and above to a file of a folder from now on; None ends that. Returns false if the file
   * cannot be opened.
   */
  useFolder(folder: string, name: string, minSeverity: LoggingSeverity): boolean {
    this.close()
    if (minSeverity === LoggingSeverity.None) return true
    const file = this.#open(folder, name)
    this.#file = file && { file, minSeverity }
    return file !== null
  }

  /** Closes the file. */
  close(): void {
    this.#file?.file.close()
    this.#file = null
  }

  verbose(message: string): void {
    this.#write(message, LoggingSeverity.Verbose)
  }

  info(message: string): void {
    this.#write(message, LoggingSeverity.Info)
  }

  warn(message: string): void {
    this.#write(message, LoggingSeverity.Warning)
  }

  error(message: string): void {
    this.#write(message, LoggingSeverity.Error)
  }

  /** Warns that a method is deprecated, once. */
  deprecated(method: string, instead: string): void {
    if (this.#deprecated.has(method)) return
    this.#deprecated.add(method)
    this.warn(`${method} is deprecated: ${instead}`)
  }

  #write(message: string, severity: LoggingSeverity): void {
    this.#append(message, severity)
    if (!this.#callbacks.some(({ minSeverity }) => severity >= minSeverity)) return
    if (this.#waiting.length === 0) this.#queue.post(() => this.#deliver())
    this.#waiting.push({ message, severity })
    if (this.#waiting.length > LINES_WAITING_MAX) this.#waiting.shift()
  }

  /** Adds a line to the file. A disk that is full ends the file, and not the game. */
  #append(message: string, severity: LoggingSeverity): void {
    if (!this.#file || severity < this.#file.minSeverity) return
    const { file } = this.#file
    try {
      file.write(`${new Date().toISOString()} ${EnumToString(LoggingSeverity, severity)} ${message}\n`)
    } catch (error) {
      this.close()
      this.warn(`the file of the log has ended: ${String(error)}`)
    }
  }

  #deliver(): void {
    const lines = this.#waiting
    this.#waiting = []
    const errors: unknown[] = []
    for (const { message, severity } of lines)
      for (const { callback, minSeverity } of this.#callbacks) {
        if (severity < minSeverity) continue
        try {
          callback(message, severity)
        } catch (error) {
          errors.push(error)
        }
      }
    if (errors.length > 0) throw errors[0]
  }
}
