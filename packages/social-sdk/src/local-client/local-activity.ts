import { processId } from '#runtime'
import type { Activity } from '../values/activity.ts'
import type { LocalSession } from './local-session.ts'
import type { Need } from './need.ts'
import { rpcActivity } from './rpc-activity.ts'

/** The activity that a game shows by the local client, while it is not connected. */
export class LocalActivity implements Need {
  #activity: Activity | null = null
  #pid = processId
  /** The state that a session was given last, and its response. */
  #shown: { readonly session: LocalSession; readonly state: string; readonly done: Promise<void> } | null = null

  get isWanted(): boolean {
    return this.#activity !== null
  }

  /** Process that the local client takes for the game. */
  get pid(): number {
    return this.#pid
  }

  /** Sets the process. Returns whether it has changed. */
  setPid(pid: number): boolean {
    const hasChanged = pid !== this.#pid
    this.#pid = pid
    return hasChanged
  }

  /** Keeps an activity for this and later sessions; null for none. Returns the one before. */
  set(activity: Activity | null): Activity | null {
    const former = this.#activity
    this.#activity = activity
    return former
  }

  /** Returns to a former activity, unless the present one is another than the refused one. */
  refused(activity: Activity, former: Activity | null): void {
    if (this.#activity === activity) this.#activity = former
  }

  /** Shows the activity by a session, once. @throws ResultFailure RPCError if the local client refuses it */
  restore(session: LocalSession): Promise<void> {
    const activity = this.#activity && rpcActivity(this.#activity)
    const isNew = this.#shown?.session !== session
    if (isNew && activity === null) return Promise.resolve()
    const state = JSON.stringify([this.#pid, activity])
    if (this.#shown && !isNew && this.#shown.state === state) return this.#shown.done
    const done = session.request('SET_ACTIVITY', { pid: this.#pid, activity }).then(() => undefined)
    this.#shown = { session, state, done }
    return done
  }
}
