import { PacedSends } from '@guildhall/client'
import { GatewayOp } from '@guildhall/protocol'
import type { Session } from '../../connection/session.ts'
import { ErrorType, StatusType } from '../../enums/index.ts'
import { invalid, ResultFailure } from '../../result.ts'
import { Activity } from '../../values/activity.ts'
import { OFFLINE, type OwnPresenceRecord, type People } from '../users/people.ts'
import { wireActivity } from './activity-wire.ts'

const WIRE_STATUSES: Readonly<Record<number, string>> = {
  [StatusType.Online]: 'online',
  [StatusType.Idle]: 'idle',
  [StatusType.Dnd]: 'dnd',
  [StatusType.Invisible]: 'invisible',
}

const AT_FIRST: OwnPresenceRecord = { status: StatusType.Online, activity: null }

interface Waiting {
  readonly resolve: () => void
  readonly reject: (failure: unknown) => void
}

/** Presence that the player sets while connected. Later sessions receive it again, until the connection ends. */
export class OwnPresence {
  readonly #session: Session
  readonly #people: People
  readonly #sends = new PacedSends({ send: () => this.#send() })
  #waiting: Waiting[] = []
  #isSet = false

  constructor(session: Session, people: People) {
    this.#session = session
    this.#people = people
    session.on('READY', () => this.#begin())
    session.on('RESUMED', () => {
      if (this.#waiting.length > 0) this.#sends.request()
    })
    session.onEnded(() => this.end())
  }

  /** Sets the status. Resolves once the server has it. @throws ResultFailure ValidationError for another status */
  setStatus(status: StatusType): Promise<void> {
    if (WIRE_STATUSES[status] === undefined) throw invalid('The status is none of Online, Idle, Dnd and Invisible.')
    return this.#set({ ...this.#people.own, status })
  }

  /** Sets the activity; null for none. Resolves once the server has it. */
  setActivity(activity: Activity | null): Promise<void> {
    return this.#set({ ...this.#people.own, activity: activity && this.#complete(activity) })
  }

  /** Forgets the presence. Methods that wait for the server fail. */
  end(): void {
    this.#sends.close()
    this.#isSet = false
    this.#people.own = OFFLINE
    const waiting = this.#waiting
    this.#waiting = []
    for (const { reject } of waiting) reject(new ResultFailure(ErrorType.ClientNotReady, 'The connection has ended.'))
  }

  #complete(activity: Activity): Activity {
    const complete = new Activity(activity)
    complete.SetApplicationId(this.#people.applicationId)
    if (activity.Name() === '') complete.SetName(this.#people.applicationName)
    return complete
  }

  #begin(): void {
    if (this.#isSet) this.#sends.request()
    else this.#people.own = AT_FIRST
  }

  #set(own: OwnPresenceRecord): Promise<void> {
    this.#people.showOwn(own)
    this.#isSet = true
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject })
      this.#sends.request()
    })
  }

  /** Sends the presence. Without a connection, the next READY or RESUMED does. */
  #send(): boolean {
    const { status, activity } = this.#people.own
    const activities = activity ? [wireActivity(activity)] : []
    const presence = { status: WIRE_STATUSES[status], activities, since: null, afk: false }
    if (!this.#session.send(GatewayOp.PRESENCE_UPDATE, presence)) return false
    const waiting = this.#waiting
    this.#waiting = []
    void this.#session.flush().then((isRead) => {
      if (isRead) for (const { resolve } of waiting) resolve()
      else this.#lost(waiting)
    })
    return true
  }

  /** Lets methods wait for the next session, which receives the presence again. */
  #lost(waiting: readonly Waiting[]): void {
    this.#waiting.push(...waiting)
    if (!this.#isSet) this.end()
    else if (this.#session.isReady) this.#sends.request()
  }
}
