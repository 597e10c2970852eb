import type { AuthorizeRequest } from '../client/auth/authorize-address.ts'
import type { ClientContext } from '../client/context.ts'
import { ErrorType } from '../enums/index.ts'
import { abortable } from '../objects/abortable.ts'
import { invalid, ResultFailure, resultOf } from '../result.ts'
import type { Activity } from '../values/activity.ts'
import { askForCode } from './authorize.ts'
import type { OpenLink } from './link.ts'
import { LocalActivity } from './local-activity.ts'
import { LocalEvents } from './local-events.ts'
import type { LocalPerson } from './local-person.ts'
import { LocalSession } from './local-session.ts'
import type { Need } from './need.ts'

/** Pause between two searches for a local client that is missed. */
const SEARCH_PAUSE_MS = 3_000
/** Time that a method waits for a local client to answer the handshake. */
const PATIENCE_MS = 3_000

/** Events of a session that is used for one command only. */
const IGNORED = { onEvent: () => undefined, onEnd: () => undefined }

/**
 * The local client of the person at this computer. It is looked for when a method needs it, and again and again while
 * the game has an activity or handlers for its events. Each new session receives both anew. [SDK-39] [EVT-20]
 */
export class LocalClient {
  readonly #context: ClientContext
  readonly #openLink: OpenLink
  readonly #events: LocalEvents
  readonly #activity = new LocalActivity()
  readonly #needs: readonly Need[]
  #session: LocalSession | null = null
  /** Application of the session, or of the one that is being opened. */
  #applicationId = 0n
  #opening: Promise<LocalSession | null> | null = null
  #search: ReturnType<typeof setTimeout> | undefined

  constructor(context: ClientContext, openLink: OpenLink) {
    this.#context = context
    this.#openLink = openLink
    this.#events = new LocalEvents(context)
    this.#needs = [this.#events, this.#activity]
    context.ended.addEventListener('abort', () => {
      clearTimeout(this.#search)
      this.#session?.end()
    })
  }

  /** Follows a change of handlers or of the game's id. */
  refresh(): void {
    clearTimeout(this.#search)
    const { applicationId, ended } = this.#context
    if (ended.aborted || this.#opening) return
    if (this.#session && this.#applicationId !== applicationId) this.#session.end()
    if (this.#session) this.#restore(this.#session)
    else if (this.#isWanted()) void this.#connect()
  }

  /** Sets the process that the local client takes for the game. */
  setPid(pid: number): void {
    if (this.#activity.setPid(pid)) this.refresh()
  }

  /**
   * Shows an activity of the game, which nobody else changes. Without a local client it is kept for the next one.
   * @throws ResultFailure RPCError without a local client and for a refusal, ValidationError without an application id
   */
  async setActivity(activity: Activity): Promise<void> {
    demand(this.#context.applicationId)
    const former = this.#activity.set(activity)
    const session = await this.#reach()
    if (!session) throw new ResultFailure(ErrorType.RPCError, 'No local client answers.')
    await this.#activity.restore(session).catch((failure: unknown) => {
      const isRefused = failure instanceof ResultFailure && failure.result.ErrorCode() !== 0
      if (isRefused) this.#activity.refused(activity, former)
      throw failure
    })
  }

  /** Removes the activity of the game and returns it. */
  takeActivity(): Activity | null {
    const activity = this.#activity.set(null)
    this.refresh()
    return activity
  }

  /**
   * Returns the person who is signed in to the local client; null without a local client.
   * @throws ResultFailure ValidationError without an application id
   */
  async connectedPerson(applicationId: bigint): Promise<LocalPerson | null> {
    demand(applicationId)
    return this.#use(applicationId, async ({ person }) => person)
  }

  /**
   * Asks the person for a code. Resolves with null without a local client.
   * @throws ResultFailure AuthorizationFailed after a refusal, RPCError without a response
   */
  authorize(request: AuthorizeRequest, signal: AbortSignal): Promise<string | null> {
    const ask = (session: LocalSession) => askForCode(session, request, this.#activity.pid)
    return abortable(this.#use(request.clientId, ask, signal), signal)
  }

  /**
   * Sends a command that shows something to a person. Returns false without a local client of that person, and if it
   * refuses.
   */
  async show(personId: bigint, cmd: string, args: object): Promise<boolean> {
    const session = await this.#reach()
    if (session?.person?.id !== personId) return false
    return session.request(cmd, { ...args, pid: this.#activity.pid }).then(
      () => true,
      (failure: unknown) => {
        this.#report(failure)
        return false
      },
    )
  }

  /** Uses the session of an application; a short one for another application than the game's. */
  async #use<T>(
    applicationId: bigint,
    use: (session: LocalSession) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T | null> {
    if (applicationId === this.#context.applicationId) {
      const session = await this.#reach()
      return session && use(session)
    }
    const { ended } = this.#context
    const ending = signal ? AbortSignal.any([ended, signal]) : ended
    const opening = AbortSignal.any([ending, AbortSignal.timeout(PATIENCE_MS)])
    const session = await LocalSession.open(this.#openLink, applicationId, IGNORED, opening)
    const end = () => session?.end()
    ending.addEventListener('abort', end)
    try {
      return session && (await use(session))
    } finally {
      ending.removeEventListener('abort', end)
      end()
    }
  }

  /** Returns the session of the game, opening it if need be; null if no local client answers soon. */
  async #reach(): Promise<LocalSession | null> {
    const { applicationId } = this.#context
    if (applicationId === 0n) return null
    if (this.#session && this.#applicationId !== applicationId) this.#session.end()
    if (this.#session) return this.#session
    let limit: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<null>((resolve) => {
      limit = setTimeout(resolve, PATIENCE_MS, null)
    })
    return Promise.race([this.#connect(), late]).finally(() => clearTimeout(limit))
  }

  #connect(): Promise<LocalSession | null> {
    const failed = (failure: unknown) => {
      this.#report(failure)
      return null
    }
    const ended = () => {
      this.#opening = null
      if (this.#session) this.refresh()
      else this.#searchLater()
    }
    this.#opening ??= this.#open().catch(failed).finally(ended)
    return this.#opening
  }

  async #open(): Promise<LocalSession | null> {
    const { applicationId, ended, log } = this.#context
    const events = {
      onEvent: (name: string, data: unknown) => this.#events.receive(name, data),
      onEnd: () => {
        log.info('the connection to the local client has ended')
        this.#session = null
        this.#searchLater()
      },
    }
    this.#applicationId = applicationId
    this.#session = await LocalSession.open(this.#openLink, applicationId, events, ended)
    if (this.#session) log.info('a local client answers')
    return this.#session
  }

  #isWanted(): boolean {
    const { applicationId, ended } = this.#context
    return !ended.aborted && applicationId !== 0n && this.#needs.some(({ isWanted }) => isWanted)
  }

  #searchLater(): void {
    clearTimeout(this.#search)
    if (this.#isWanted()) this.#search = setTimeout(() => this.refresh(), SEARCH_PAUSE_MS)
  }

  #restore(session: LocalSession): void {
    for (const need of this.#needs) need.restore(session).catch((failure: unknown) => this.#report(failure))
  }

  #report(failure: unknown): void {
    this.#context.log.warn(`the local client did not follow: ${resultOf(failure).ToString()}`)
  }
}

function demand(applicationId: bigint): void {
  if (applicationId === 0n) throw invalid('An application id is missing.')
}
