import { createStore } from 'zustand/vanilla'
import { ApiFailure, messageOf } from '../../api/client.ts'
import type { Control } from './control.ts'
import type { TapePage, TapeRecord } from './control-types.ts'
import type { Filters } from './filters.ts'
import { readLines, type TapeLine } from './tape-lines.ts'
import { EMPTY_WINDOW, KEPT_MAX, type TapeWindow, withNewer, withOlder } from './tape-window.ts'

/** Records of one page of the list. */
const PAGE = 500
/** Time between two changes of the list while records come fast. A person can't read more. */
const SHOW_MS = 100
/** Waits between attempts to connect again. */
const RETRY_MS = [250, 500, 1_000, 2_000]

export interface FeedState {
  /** `absent`: this platform has no tape, or refuses the key; another attempt would not help. */
  readonly status: 'connecting' | 'live' | 'offline' | 'absent'
  readonly error: string | null
  readonly recording: boolean
  /** When ids of records began with 1; null before the first response. Another time is another tape. */
  readonly beganAt: string | null
  readonly window: TapeWindow
  /** Whether the list stands still while records are collected. */
  readonly paused: boolean
  /** Records that came while it stood still. */
  readonly waiting: number
  /** Records that the server left out because this page was slow. */
  readonly lost: number
  /** Whether there is nothing before the first record. */
  readonly complete: boolean
}

const INITIAL: FeedState = {
  status: 'connecting',
  error: null,
  recording: true,
  beganAt: null,
  window: EMPTY_WINDOW,
  paused: false,
  waiting: 0,
  lost: 0,
  complete: false,
}

/** The records of the tape that filters select, kept up to date until it is closed. */
export class TapeFeed {
  readonly store = createStore<FeedState>(() => INITIAL)
  readonly #control: Control
  readonly #filters: Filters
  readonly #closing = new AbortController()
  /** Records that the list does not have yet. */
  #pending: TapeRecord[] = []
  #lost = 0
  #frame: number | null = null
  #shownAt = 0
  #loadingOlder = false

  /** @param paused whether the list stands still after its first records */
  constructor(control: Control, filters: Filters, paused: boolean) {
    this.#control = control
    this.#filters = filters
    this.store.setState({ paused })
  }

  /** Connects, and connects again after the server was restarted. Resolves once the feed is closed. */
  async run(): Promise<void> {
    const { signal } = this.#closing
    for (let failures = 0; !signal.aborted; failures += 1) {
      try {
        await this.#catchUp(signal)
        const stream = await this.#control.stream({ ...this.#filters }, signal)
        // Records that came before the stream began.
        await this.#catchUp(signal)
        failures = 0
        this.store.setState({ status: 'live', error: null })
        if (stream.body) await readLines(stream.body, (line) => this.#receive(line))
      } catch (error) {
        if (signal.aborted) return
        if (error instanceof ApiFailure && error.status >= 400 && error.status < 500)
          return this.store.setState({ status: 'absent', error: messageOf(error) })
      }
      if (signal.aborted) return
      this.store.setState({ status: 'offline' })
      await waited(RETRY_MS[Math.min(failures, RETRY_MS.length - 1)] ?? 0, signal)
    }
  }

  close(): void {
    this.#closing.abort()
    if (this.#frame !== null) cancelAnimationFrame(this.#frame)
  }

  /** Lets the list stand still, or shows what came in the meantime. */
  setPaused(paused: boolean): void {
    this.store.setState({ paused })
    this.#show()
  }

  /** Turns the recording of the platform on or off. */
  async setRecording(recording: boolean): Promise<void> {
    await this.#control.setRecording(recording)
    this.store.setState({ recording })
  }

  /** Shows what another client of the control API has changed. */
  noteRecording(recording: boolean): void {
    if (this.store.getState().recording !== recording) this.store.setState({ recording })
  }

  /** Empties the tape of the platform and the list. */
  async clear(): Promise<void> {
    await this.#control.emptyTape()
    this.#pending = []
    this.#lost = 0
    this.store.setState({ window: EMPTY_WINDOW, waiting: 0, lost: 0, complete: true })
  }

  /** Loads records before the first one, if there are any. */
  async loadOlder(): Promise<void> {
    const { window, complete } = this.store.getState()
    const [first] = window.records
    if (this.#loadingOlder || complete || !first || window.records.length >= KEPT_MAX) return
    this.#loadingOlder = true
    try {
      const page = await this.#list({ before: first.id })
      this.store.setState({
        window: withOlder(this.store.getState().window, page.records),
        complete: page.records.length < PAGE,
      })
    } catch (error) {
      // The scroll position asks again; a lost connection is shown anyway.
      if (!(error instanceof ApiFailure) && !this.#closing.signal.aborted) throw error
    } finally {
      this.#loadingOlder = false
    }
  }

  #list(query: { after?: number; before?: number }): Promise<TapePage> {
    return this.#control.tape({ ...this.#filters, ...query, limit: PAGE }, this.#closing.signal)
  }

  /** Reads what the stream does not send: the newest records, or those since the connection was lost. */
  async #catchUp(signal: AbortSignal): Promise<void> {
    const { window, beganAt } = this.store.getState()
    const lastId = this.#pending.at(-1)?.id ?? window.records.at(-1)?.id
    let page = await this.#list(lastId === undefined ? {} : { after: lastId })
    const isOther = lastId !== undefined && page.began_at !== beganAt
    if (isOther) {
      // The platform was started again: the same ids name other records.
      this.#pending = []
      page = await this.#list({})
    }
    if (isOther || lastId === undefined)
      this.store.setState({ window: EMPTY_WINDOW, lost: 0, complete: page.records.length < PAGE })
    this.store.setState({ recording: page.recording, beganAt: page.began_at })
    for (;;) {
      this.#pending.push(...page.records)
      const last = page.records.at(-1)
      if (lastId === undefined || isOther || !last || page.records.length < PAGE || signal.aborted) break
      page = await this.#list({ after: last.id })
    }
    this.#show(isOther || lastId === undefined)
  }

  #receive(line: TapeLine): void {
    if ('lost' in line) this.#lost += line.lost
    else this.#pending.push(line)
    // A hidden page draws no frames: what it collects is bounded as well.
    if (this.#pending.length > KEPT_MAX * 2) this.#pending = this.#pending.slice(-KEPT_MAX)
    this.#frame ??= requestAnimationFrame(this.#onFrame)
  }

  readonly #onFrame = (now: number) => {
    const isEarly = now - this.#shownAt < SHOW_MS
    this.#frame = isEarly ? requestAnimationFrame(this.#onFrame) : null
    if (isEarly) return
    this.#shownAt = now
    this.#show()
  }

  /** Shows what came since the last frame, all at once. */
  #show(always = false): void {
    const { paused, window } = this.store.getState()
    if (paused && !always)
      return this.store.setState({ waiting: Math.min(this.#pending.length, KEPT_MAX), lost: this.#lost })
    const newer = this.#pending
    this.#pending = []
    this.store.setState({ window: withNewer(window, newer), waiting: 0, lost: this.#lost })
  }
}

function waited(timeMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, timeMs)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
