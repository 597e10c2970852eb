import { openLink } from '#runtime'
import type { AuthorizeRequest } from '../client/auth/authorize-address.ts'
import type { ClientContext } from '../client/context.ts'
import { ErrorType } from '../enums/index.ts'
import { loadedOnce } from '../objects/loaded-once.ts'
import { ResultFailure } from '../result.ts'
import { Activity } from '../values/activity.ts'
import type { LocalClient } from './local-client.ts'
import { LOCAL_HANDLERS } from './local-handlers.ts'
import type { LocalPerson } from './local-person.ts'

/** The local client, whose code is loaded by the first method that needs it. A page reaches none and loads nothing. */
export class LazyLocalClient {
  readonly #context: ClientContext
  readonly #load: () => Promise<LocalClient>
  #loaded: LocalClient | null = null
  #isNeeded = false
  #pid: number | null = null
  /** Activity of a game in a page, which waits for the connection. */
  #waiting: Activity | null = null

  constructor(context: ClientContext) {
    this.#context = context
    this.#load = loadedOnce(async () => {
      const open = openLink
      if (open === null) throw new ResultFailure(ErrorType.RPCError, 'A page cannot reach a local client.')
      this.#isNeeded = true
      const { LocalClient } = await import('./local-client.ts')
      this.#loaded = new LocalClient(context, open)
      if (this.#pid !== null) this.#loaded.setPid(this.#pid)
      return this.#loaded
    })
  }

  /** Follows a change of handlers or of the game's id. */
  refresh(): void {
    const { handlers, log } = this.#context
    if (this.#loaded) return this.#loaded.refresh()
    const isWanted = Object.values(LOCAL_HANDLERS)
      .flat()
      .some((name) => handlers.has(name))
    if (!isWanted || openLink === null) return
    this.#load().then(
      (client) => client.refresh(),
      (error: unknown) => log.error(`the code of the local client could not be loaded: ${String(error)}`),
    )
  }

  /** Sets the process that the local client takes for the game. */
  setPid(pid: number): void {
    this.#pid = pid
    this.#loaded?.setPid(pid)
  }

  /**
   * Shows an activity of the game; null removes it. Without a local client the activity is kept for the next one, and
   * for the connection.
   * @throws ResultFailure RPCError without a local client and for a refusal, ValidationError without an application id
   */
  async setActivity(activity: Activity | null): Promise<void> {
    if (activity === null) return void (await this.takeActivity())
    const copy = new Activity(activity)
    if (openLink === null) this.#waiting = copy
    await (await this.#load()).setActivity(copy)
  }

  /** Removes the activity of the game and returns it. */
  async takeActivity(): Promise<Activity | null> {
    if (this.#isNeeded) return (await this.#load()).takeActivity()
    const activity = this.#waiting
    this.#waiting = null
    return activity
  }

  /**
   * Returns the person who is signed in to the local client; null without a local client.
   * @throws ResultFailure RPCError where programs cannot reach one, ValidationError without an application id
   */
  async connectedPerson(applicationId: bigint): Promise<LocalPerson | null> {
    return (await this.#load()).connectedPerson(applicationId)
  }

  /**
   * Asks the person for a code. Resolves with null without a local client.
   * @throws ResultFailure AuthorizationFailed after a refusal, RPCError without a response
   */
  async authorize(request: AuthorizeRequest, signal: AbortSignal): Promise<string | null> {
    if (openLink === null) return null
    const client = await this.#load()
    // The game may give up meanwhile: the person is not asked any more.
    signal.throwIfAborted()
    return client.authorize(request, signal)
  }

  /** Sends a command that shows something to a person. Returns false without a local client of that person. */
  async show(personId: bigint, cmd: string, args: object): Promise<boolean> {
    return openLink !== null && (await this.#load()).show(personId, cmd, args)
  }
}
