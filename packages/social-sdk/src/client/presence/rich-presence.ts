import type { Session } from '../../connection/session.ts'
import { invalid } from '../../result.ts'
import type { Activity } from '../../values/activity.ts'
import type { ClientContext } from '../context.ts'
import { activityFault } from './activity-check.ts'

/** Path of addresses with which a game is opened to join a party. */
const JOIN_PATH = /\/_discord\/join$/

/** Shows the activity of the game; null removes it. */
interface ShowsActivity {
  setActivity(activity: Activity | null): Promise<void>
}

/** Ways to show the activity. */
export interface RichPresenceParts {
  /** Shows the activity of a game that is not connected. */
  readonly localClient: ShowsActivity
  /** Presence of a player who is connected; null before the first Connect. */
  readonly connected: () => ShowsActivity | null
}

/** The activity of the game and addresses to join a party, which work without a connection too. */
export class RichPresence {
  readonly #context: ClientContext
  readonly #session: Session
  readonly #parts: RichPresenceParts

  constructor(context: ClientContext, session: Session, parts: RichPresenceParts) {
    this.#context = context
    this.#session = session
    this.#parts = parts
  }

  /** Sets the activity: by the connection, else by the local client. @throws ResultFailure ValidationError */
  async setActivity(activity: Activity): Promise<[]> {
    const fault = activityFault(activity)
    if (fault !== undefined) throw invalid(fault)
    await this.#shown().setActivity(activity)
    return []
  }

  /** Removes the activity. Without a connection and a local client, nothing shows one. */
  clearActivity(): void {
    this.#shown()
      .setActivity(null)
      .catch(() => this.#context.log.warn('the activity was not removed: the connection has ended'))
  }

  /** Takes an address with a join secret that the game was opened with. Returns false for other addresses. */
  handleUrl(url: URL): boolean {
    const secret = url.searchParams.get('secret')
    if (!secret || !JOIN_PATH.test(url.pathname)) return false
    const { handlers, applicationId } = this.#context
    handlers.emit('activityJoin', secret)
    handlers.emit('activityJoinWithApplication', applicationId, secret)
    return true
  }

  #shown(): ShowsActivity {
    const connected = this.#session.isReady ? this.#parts.connected() : null
    return connected ?? this.#parts.localClient
  }
}
