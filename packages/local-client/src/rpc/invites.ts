import type { ActivityObject, MessageObject } from '@guildhall/protocol'
import { RpcError } from './codes.ts'
import { type Host, HostRefusal } from './host.ts'
import { type InviteKey, type InvitesHost, InviteType, type JoinAction, type ReceivedInvite } from './invites-host.ts'

/** Time for which a request waits for its acceptance, on both sides: as long as an invite is valid. */
const REQUEST_LIFETIME_MS = 6 * 3_600_000
/** Time for which a secret waits for the game to start and subscribe. */
const SECRET_LIFETIME_MS = 5 * 60_000
/** Requests and invites of one user that a game receives in a window. Further ones are dropped. */
const PACE = { count: 5, windowMs: 20_000 }
/** Users, requests and secrets that are remembered; the oldest ones are forgotten. */
const REMEMBERED_MAX = 500

/** Entries that are forgotten after a time, or when there are too many. */
class Recent<T> {
  readonly #entries = new Map<string, { value: T; at: number }>()
  readonly #lifetimeMs: number
  readonly #now: () => number

  constructor(lifetimeMs: number, now: () => number) {
    this.#lifetimeMs = lifetimeMs
    this.#now = now
  }

  set(key: string, value: T): void {
    this.#entries.delete(key)
    this.#entries.set(key, { value, at: this.#now() })
    const [oldest] = this.#entries.keys()
    if (this.#entries.size > REMEMBERED_MAX && oldest !== undefined) this.#entries.delete(oldest)
  }

  get(key: string): T | undefined {
    const entry = this.#entries.get(key)
    return entry && this.#now() - entry.at < this.#lifetimeMs ? entry.value : undefined
  }

  /** Returns an entry and forgets it. */
  take(key: string): T | undefined {
    const value = this.get(key)
    this.#entries.delete(key)
    return value
  }
}

export interface ActivityInvitesParts {
  readonly userId: () => string
  /** Gateway session of this client; null without one. */
  readonly sessionId: () => string | null
  /** Activity that a game shows by this client. */
  readonly activityOf: (applicationId: string) => ActivityObject | undefined
  /** Activities in the presence of another user, as far as this client knows them. */
  readonly activitiesOf: (userId: string) => readonly ActivityObject[]
  /** Returns the other user of a DM; undefined for other channels. */
  readonly recipientOf: (channelId: string) => string | undefined
  /** Resolves once the platform has read the presence that was sent last. */
  readonly settled: () => Promise<void>
  readonly request: Host['request']
  /** Monotonic time, in milliseconds. */
  readonly now: () => number
}

type Listener<T> = (value: T) => void

/**
 * Asking to join, spectating and invites to play, between messages with an `activity` and the games of the person.
 * Secrets come from the platform, and only the game that they belong to receives them.
 */
export class ActivityInvites implements InvitesHost {
  readonly #parts: ActivityInvitesParts
  readonly #listeners = new Map<string, Set<Listener<never>>>()
  /** Requests of other users, by application and user, with what they ask for. */
  readonly #requests: Recent<JoinAction>
  /** Requests of the person, by application and user. */
  readonly #asked: Recent<JoinAction>
  /** Secrets that no game has received yet, by application and action. */
  readonly #secrets: Recent<string>
  readonly #received: Recent<number>

  constructor(parts: ActivityInvitesParts) {
    this.#parts = parts
    this.#requests = new Recent(REQUEST_LIFETIME_MS, parts.now)
    this.#asked = new Recent(REQUEST_LIFETIME_MS, parts.now)
    this.#secrets = new Recent(SECRET_LIFETIME_MS, parts.now)
    this.#received = new Recent(PACE.windowMs, parts.now)
  }

  onRequest(applicationId: string, listener: Listener<ReceivedInvite>): () => void {
    return this.#listen(`request ${applicationId}`, listener)
  }

  onInvite(applicationId: string, listener: Listener<ReceivedInvite>): () => void {
    return this.#listen(`invite ${applicationId}`, listener)
  }

  onSecret(applicationId: string, action: JoinAction, listener: Listener<string>): () => void {
    const key = `${applicationId} ${action}`
    const waiting = this.#secrets.take(key)
    if (waiting !== undefined) listener(waiting)
    return this.#listen(`secret ${key}`, listener)
  }

  /** Takes MESSAGE_CREATE. */
  received(message: MessageObject & { readonly guild_id?: string }): void {
    const { activity, application_id, author, guild_id } = message
    if (!activity || !application_id || guild_id != null) return
    const asksFor = this.#asksFor(activity)
    if (author.id === this.#parts.userId()) return this.#sent(message, application_id, asksFor)
    const key = `${application_id} ${author.id}`
    if (asksFor !== null) return this.#requested(message, application_id, asksFor)
    if (activity.type !== InviteType.JOIN && activity.type !== InviteType.SPECTATE) return
    if (this.#asked.get(key) === activity.type) {
      this.#asked.take(key)
      return void this.#acceptAsked(message, application_id, activity.type)
    }
    if (this.#isTooMany(key)) return
    this.#tell(`invite ${application_id}`, receivedInvite(message, activity.type, this.#invitedTo(message)))
  }

  async acceptRequest(applicationId: string, userId: string): Promise<void> {
    const key = `${applicationId} ${userId}`
    const action = this.#requests.get(key)
    if (action === undefined) throw noRequest(userId)
    await this.invite(applicationId, userId, action)
    this.#requests.take(key)
  }

  closeRequest(applicationId: string, userId: string): void {
    if (this.#requests.take(`${applicationId} ${userId}`) === undefined) throw noRequest(userId)
  }

  async invite(applicationId: string, userId: string, type: JoinAction, content?: string): Promise<void> {
    const activity = this.#parts.activityOf(applicationId)
    const { secrets } = (activity ?? {}) as { secrets?: { join?: string; spectate?: string } }
    if (!(type === InviteType.JOIN ? secrets?.join : secrets?.spectate)) throw notEligible()
    await this.#parts.settled()
    const named = { type, party_id: activity?.party?.id ?? null, session_id: this.#parts.sessionId() }
    const body = { activity: named, application_id: applicationId, ...(content ? { content } : {}) }
    await this.#parts.request('POST', `/users/${userId}/messages`, { body }).catch((error) => {
      throw error instanceof HostRefusal ? inviteRefusal(error, userId) : error
    })
  }

  async accept(key: InviteKey): Promise<void> {
    const { applicationId, action, userId, sessionId, channelId, messageId } = key
    const activity = `/users/${userId}/sessions/${encodeURIComponent(sessionId)}/activities/${applicationId}/${action}`
    const query = `channel_id=${channelId}&message_id=${messageId}`
    const { secret } = await this.#parts.request<{ secret: string }>('GET', `${activity}?${query}`).catch((error) => {
      if (!(error instanceof HostRefusal) || error.status >= 500 || error.status === 429) throw error
      throw new RpcError('INVALID_ACTIVITY_SECRET', 'The invite is not valid, or not any more.')
    })
    const name = `${applicationId} ${action}`
    if (!this.#tell(`secret ${name}`, secret)) this.#secrets.set(name, secret)
  }

  /** Returns the activity of an invite, as the presence of its author shows it, or else as the message names it. */
  #invitedTo({ activity, application_id, application, author }: MessageObject): object {
    const { party_id, session_id } = activity ?? {}
    const { name = '' } = (application ?? {}) as { name?: string }
    const shown = this.#parts
      .activitiesOf(author.id)
      .find((one) => one.application_id === application_id && one.session_id === session_id)
    return { name, type: 0, application_id, party: { id: party_id }, ...shown, session_id }
  }

  /** Returns what a message asks this client for; null for an invite. */
  #asksFor({ type, session_id }: NonNullable<MessageObject['activity']>): JoinAction | null {
    if (type === InviteType.JOIN_REQUEST) return InviteType.JOIN
    const isOwn = session_id != null && session_id === this.#parts.sessionId()
    return type === InviteType.SPECTATE && isOwn ? InviteType.SPECTATE : null
  }

  /** Records join requests from all of the user's clients, so that an accepted request joins without another prompt. */
  #sent({ activity, channel_id }: MessageObject, applicationId: string, asksFor: JoinAction | null): void {
    const recipientId = this.#parts.recipientOf(channel_id)
    if (recipientId === undefined) return
    const key = `${applicationId} ${recipientId}`
    if (activity?.type === InviteType.JOIN_REQUEST) this.#asked.set(key, InviteType.JOIN)
    // To spectate is asked for by naming the session of the other user.
    else if (activity?.type === InviteType.SPECTATE && asksFor === null) this.#asked.set(key, InviteType.SPECTATE)
  }

  #requested(message: MessageObject, applicationId: string, action: JoinAction): void {
    const activity = this.#parts.activityOf(applicationId)
    const key = `${applicationId} ${message.author.id}`
    if (!activity || this.#isTooMany(key)) return
    this.#requests.set(key, action)
    const { secrets: _, ...open } = activity as ActivityObject & { secrets?: unknown }
    const shown = { ...open, session_id: this.#parts.sessionId() }
    this.#tell(`request ${applicationId}`, receivedInvite(message, message.activity?.type ?? action, shown))
  }

  async #acceptAsked(message: MessageObject, applicationId: string, action: JoinAction): Promise<void> {
    const sessionId = message.activity?.session_id ?? ''
    const place = { channelId: message.channel_id, messageId: message.id }
    // The activity may have ended since: then there is nothing to join.
    await this.accept({ applicationId, action, userId: message.author.id, sessionId, ...place }).catch(() => undefined)
  }

  #isTooMany(key: string): boolean {
    const count = this.#received.get(key) ?? 0
    if (count < PACE.count) this.#received.set(key, count + 1)
    return count >= PACE.count
  }

  #listen<T>(key: string, listener: Listener<T>): () => void {
    const listeners = this.#listeners.get(key) ?? new Set()
    this.#listeners.set(key, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && this.#listeners.get(key) === listeners) this.#listeners.delete(key)
    }
  }

  /** Calls the listeners, and returns whether there are any. */
  #tell(key: string, value: unknown): boolean {
    const listeners = [...(this.#listeners.get(key) ?? [])]
    for (const listener of listeners) listener(value as never)
    return listeners.length > 0
  }
}

function receivedInvite(message: MessageObject, type: number, activity: object): ReceivedInvite {
  return { user: message.author, type, activity, channelId: message.channel_id, messageId: message.id }
}

const noRequest = (userId: string) =>
  new RpcError('INVALID_ACTIVITY_JOIN_REQUEST', `There is no request to join by the user: ${userId}`)
const notEligible = () => new RpcError('NO_ELIGIBLE_ACTIVITY', 'The game shows no activity that others can enter.')

function inviteRefusal(error: HostRefusal, userId: string): Error {
  if (error.status === 404) return new RpcError('INVALID_USER', `Invalid user id: ${userId}`)
  // The platform does not have the presence yet, or not any more.
  return error.status === 400 ? notEligible() : error
}
