import type { Identity } from '../../resources/accounts/users/index.ts'
import type { Session } from './session.ts'

/** Sessions that move between the nodes of one database. */
export interface Moving {
  /**
   * Takes up a session of another node for a client that resumes it here.
   *
   * @param identity identity of the client
   * @param isWaiting whether the client is still connected
   * @returns undefined for none: it is unknown, belongs to another user, or misses events that are no longer known
   */
  takeUp(id: string, identity: Identity, isWaiting: () => boolean): Promise<Session | undefined>
  /** Resolves once a session that is on its way to this node has all its events. */
  whenArrived(id: string): Promise<void>
  /** Keeps a session of this node for the one at which its client resumes it. Ids of other sessions are ignored. */
  wanted(id: string): void
  /**
   * Ends sessions at this node and keeps them in the store.
   *
   * @param detached called for each session when it stops, so that its connection is closed
   */
  handOver(sessions: Iterable<Session>, detached: (session: Session) => void): Promise<void>
}
