import type { Session } from '../../connection/session.ts'
import { ActivityActionTypes, RelationshipType, type StatusType } from '../../enums/index.ts'
import { invalid, resultOf } from '../../result.ts'
import type { Activity } from '../../values/activity.ts'
import type { ActivityInvite } from '../../values/activity-invite.ts'
import type { ClientContext } from '../context.ts'
import type { PlayerRequests } from '../player-requests.ts'
import type { People } from '../users/people.ts'
import { Invites } from './invites.ts'
import { OwnPresence } from './own-presence.ts'

/** Parts of which the presence of a connected player is made. */
export interface PresenceParts {
  readonly requests: PlayerRequests
  readonly people: People
  /** Removes the activity that the local client shows and returns it; null without one. */
  readonly takeLocalActivity: () => Promise<Activity | null>
}

/** Activity, invites and online status of a player who is connected. */
export class Presence {
  readonly #context: ClientContext
  readonly #session: Session
  readonly #parts: PresenceParts
  readonly #own: OwnPresence
  readonly #invites: Invites
  /** Activities that were set so far. */
  #activities = 0

  constructor(context: ClientContext, session: Session, parts: PresenceParts) {
    this.#context = context
    this.#session = session
    this.#parts = parts
    this.#own = new OwnPresence(session, parts.people)
    this.#invites = new Invites(context, session, parts)
    parts.people.onPresence = (userId) => this.#invites.presenceChanged(userId)
    session.on('READY', () => void this.#takeOver())
    session.on('RESUMED', () => void this.#takeOver())
  }

  /** Ends the timers, at the end of the Client. */
  end(): void {
    this.#own.end()
    this.#invites.end()
  }

  async setStatus(status: StatusType): Promise<[]> {
    await this.#own.setStatus(status)
    return []
  }

  /** Sets the activity; null removes it. Resolves once the server has it. */
  setActivity(activity: Activity | null): Promise<void> {
    this.#activities += 1
    return this.#own.setActivity(activity)
  }

  /** Invites a user to the party of the own activity. */
  invite(userId: bigint, content: string): Promise<[]> {
    return this.#sendInvite(userId, content)
  }

  /** Asks a user to be invited to their party. */
  askToJoin(userId: bigint): Promise<[]> {
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
    if (invite.Type() !== ActivityActionTypes.JoinRequest) throw invalid('The invite is no request to join.')
    return this.#sendInvite(invite.SenderId(), '')
  }

  /** Returns the join secret of the activity that an invite is for. */
  async accept(invite: ActivityInvite): Promise<[joinSecret: string]> {
    if (invite.Type() !== ActivityActionTypes.Join || invite.SessionId() === '')
      throw invalid('The invite is none to join an activity.')
    const activity = `${invite.ApplicationId()}/${ActivityActionTypes.Join}`
    const path = `/users/${invite.SenderId()}/sessions/${encodeURIComponent(invite.SessionId())}/activities/${activity}`
    const query = { channel_id: `${invite.ChannelId()}`, message_id: `${invite.MessageId()}` }
    const { secret } = await this.#parts.requests.send<{ secret: string }>('GET', path, { query })
    return [secret]
  }

  /** Shows an activity by the connection that the game has set before it was Ready, unless another one follows. */
  async #takeOver(): Promise<void> {
    const before = this.#activities
    try {
      const activity = await this.#parts.takeLocalActivity()
      if (activity && before === this.#activities) await this.#own.setActivity(activity)
    } catch (failure) {
      this.#context.log.warn(`the activity was not shown: ${resultOf(failure).ToString()}`)
    }
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
    const body = { ...(content ? { content } : {}), activity, application_id: `${this.#context.applicationId}` }
    await this.#parts.requests.send('POST', `/users/${userId}/messages`, { body })
    return []
  }
}
