import type { Session } from '../../connection/session.ts'
import { ActivityActionTypes, ErrorType, RelationshipType, type StatusType } from '../../enums/index.ts'
import { ResultFailure } from '../../result.ts'
import type { Activity } from '../../values/activity.ts'
import type { ActivityInvite } from '../../values/activity-invite.ts'
import type { Tokens } from '../auth/tokens.ts'
import type { ClientContext } from '../context.ts'
import type { People } from '../users/people.ts'
import { activityFault } from './activity-check.ts'
import { Invites } from './invites.ts'
import { OwnPresence } from './own-presence.ts'

/** Path of addresses with which a game is opened to join a party. */
const JOIN_PATH = /\/_discord\/join$/

/** The local client, which shows the activity of a game that is not connected. */
export interface LocalPresence {
  setActivity(activity: Activity | null): Promise<void>
  /** Removes the activity and returns it. */
  takeActivity(): Activity | null
}

export interface PresenceParts {
  readonly tokens: Tokens
  readonly people: People
  readonly localClient: LocalPresence
}

/** Activities, invites and the online status of the player. */
export class Presence {
  readonly #context: ClientContext
  readonly #session: Session
  readonly #parts: PresenceParts
  readonly #own: OwnPresence
  readonly #invites: Invites

  constructor(context: ClientContext, session: Session, parts: PresenceParts) {
    this.#context = context
    this.#session = session
    this.#parts = parts
    this.#own = new OwnPresence(session, parts.people)
    this.#invites = new Invites(context, session, parts)
    parts.people.onPresence = (userId) => this.#invites.presenceChanged(userId)
    session.on('READY', () => this.#takeOver())
    session.on('RESUMED', () => this.#takeOver())
  }

  /** Ends the timers, at the end of the Client. */
  end(): void {
    this.#own.end()
    this.#invites.end()
  }

  async setStatus(status: StatusType): Promise<[]> {
    this.#session.demandReady('SetOnlineStatus')
    await this.#own.setStatus(status)
    return []
  }

  /** Sets the activity: by the connection, else by the local client. */
  async setActivity(activity: Activity): Promise<[]> {
    const fault = activityFault(activity)
    if (fault !== undefined) throw invalid(fault)
    const { localClient } = this.#parts
    if (this.#session.isReady) await this.#own.setActivity(activity)
    else await localClient.setActivity(activity)
    return []
  }

  /** Removes the activity. Without a connection and a local client, nothing shows one. */
  clearActivity(): void {
    const cleared = this.#session.isReady ? this.#own.setActivity(null) : this.#parts.localClient.setActivity(null)
    cleared.catch(() => this.#context.log.warn('the activity was not removed: the connection has ended'))
  }

  /** Invites a user to the party of the own activity. */
  invite(userId: bigint, content: string): Promise<[]> {
    this.#session.demandReady('SendActivityInvite')
    return this.#sendInvite(userId, content)
  }

  /** Asks a user to be invited to their party. */
  askToJoin(userId: bigint): Promise<[]> {
    this.#session.demandReady('SendActivityJoinRequest')
    const { presences, relationships } = this.#parts.people
    const activity = presences.activityIn(this.#context.applicationId, userId)
    // Of others than friends of the platform, the server alone knows.
    if (!activity && relationships.typeIn('platform', userId) === RelationshipType.Friend)
      throw invalid('The user does not play this game.')
    const [current = 0, max = 0] = activity?.party?.size ?? []
    if (max > 0 && current >= max) throw invalid('The party of the user is full.')
    const target = { party_id: activity?.party?.id, session_id: activity?.session_id }
    return this.#sendMessage(userId, '', { type: ActivityActionTypes.JoinRequest, ...target })
  }

  /** Answers a request with an invite. */
  replyTo(invite: ActivityInvite): Promise<[]> {
    this.#session.demandReady('SendActivityJoinRequestReply')
    if (invite.Type() !== ActivityActionTypes.JoinRequest) throw invalid('The invite is no request to join.')
    return this.#sendInvite(invite.SenderId(), '')
  }

  /** Returns the join secret of the activity that an invite is for. */
  async accept(invite: ActivityInvite): Promise<[joinSecret: string]> {
    this.#session.demandReady('AcceptActivityInvite')
    if (invite.Type() !== ActivityActionTypes.Join || invite.SessionId() === '')
      throw invalid('The invite is none to join an activity.')
    const activity = `${invite.ApplicationId()}/${ActivityActionTypes.Join}`
    const path = `/users/${invite.SenderId()}/sessions/${encodeURIComponent(invite.SessionId())}/activities/${activity}`
    const query = { channel_id: `${invite.ChannelId()}`, message_id: `${invite.MessageId()}` }
    const { authorization = null } = this.#parts.tokens
    const { secret } = await this.#context.requests.send<{ secret: string }>('GET', path, { authorization, query })
    return [secret]
  }

  /** Tells the game that the player accepted an invite outside of it. */
  joined(applicationId: bigint, joinSecret: string): void {
    const { handlers } = this.#context
    handlers.emit('activityJoin', joinSecret)
    handlers.emit('activityJoinWithApplication', applicationId, joinSecret)
  }

  /** Takes an address with a join secret that the game was opened with. Returns false for other addresses. */
  handleUrl(url: URL): boolean {
    const secret = url.searchParams.get('secret')
    if (!secret || !JOIN_PATH.test(url.pathname)) return false
    this.joined(this.#context.applicationId, secret)
    return true
  }

  /** Shows an activity by the connection that the game has set before it was Ready. */
  #takeOver(): void {
    const activity = this.#parts.localClient.takeActivity()
    if (activity) this.#own.setActivity(activity).catch(() => this.#context.log.warn('the activity was not shown'))
  }

  /** @throws ResultFailure ValidationError without a party that has a secret */
  #sendInvite(userId: bigint, content: string): Promise<[]> {
    const { activity } = this.#parts.people.own
    const party = activity?.Party()
    if (!party || !activity?.Secrets()) throw invalid('The own activity has no party with a join secret.')
    const target = { party_id: party.Id(), session_id: this.#session.sessionId }
    return this.#sendMessage(userId, content, { type: ActivityActionTypes.Join, ...target })
  }

  async #sendMessage(userId: bigint, content: string, activity: object): Promise<[]> {
    const { authorization = null } = this.#parts.tokens
    const body = { ...(content ? { content } : {}), activity, application_id: `${this.#context.applicationId}` }
    await this.#context.requests.send('POST', `/users/${userId}/messages`, { authorization, body })
    return []
  }
}

function invalid(message: string): ResultFailure {
  return new ResultFailure(ErrorType.ValidationError, message)
}
