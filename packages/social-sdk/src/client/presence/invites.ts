import type { MessageObject } from '@guildhall/protocol'
import type { Session } from '../../connection/session.ts'
import { ActivityActionTypes } from '../../enums/index.ts'
import { resultOf } from '../../result.ts'
import { ActivityInvite } from '../../values/activity-invite.ts'
import type { ClientContext } from '../context.ts'
import type { PlayerRequests } from '../player-requests.ts'
import type { People } from '../users/people.ts'

/** Time for which an invite is valid. */
const LIFETIME_MS = 6 * 3_600_000
/** Invites whose validity is followed; older ones are forgotten. */
const INVITES_MAX = 100

interface Entry {
  readonly invite: ActivityInvite
  readonly expiry: ReturnType<typeof setTimeout>
}

/** A message with an activity, as games receive it. */
type InviteMessage = Pick<MessageObject, 'id' | 'channel_id' | 'author' | 'application_id'> & {
  readonly activity?: { readonly type: number; readonly party_id?: string; readonly session_id?: string }
  readonly application?: { readonly id: string; readonly parent_id?: string | null }
}

/** Invites and requests that the player has received, and whether they are still valid. */
export class Invites {
  readonly #context: ClientContext
  readonly #requests: PlayerRequests
  readonly #people: People
  /** By the message that carries them, the oldest first. */
  readonly #entries = new Map<bigint, Entry>()

  constructor(context: ClientContext, session: Session, parts: { requests: PlayerRequests; people: People }) {
    this.#context = context
    this.#requests = parts.requests
    this.#people = parts.people
    session.on('MESSAGE_CREATE', (message) => this.#received(message as unknown as InviteMessage))
    session.on('MESSAGE_DELETE', ({ id }) => this.#forget(BigInt(id)))
    session.onEnded(() => this.end())
  }

  /** Forgets all invites, at the end of the connection. */
  end(): void {
    for (const { expiry } of this.#entries.values()) clearTimeout(expiry)
    this.#entries.clear()
  }

  /** Updates the validity of invites of a user whose presence has come. */
  presenceChanged(senderId: bigint): void {
    for (const { invite } of this.#entries.values())
      if (invite.SenderId() === senderId) this.#update(invite, this.#isValidNow(invite))
  }

  #received(message: InviteMessage): void {
    const invite = inviteOf(message, this.#context.applicationId)
    if (!invite || invite.SenderId() === this.#people.ownId) return
    const id = invite.MessageId()
    const expiry = setTimeout(() => {
      this.#forget(id)
      this.#update(invite, false)
    }, LIFETIME_MS)
    // A game does not stay for it. Browsers have numbers in place of objects.
    if (typeof expiry === 'object') expiry.unref()
    this.#entries.set(id, { invite, expiry })
    const [oldest] = this.#entries.keys()
    if (this.#entries.size > INVITES_MAX && oldest !== undefined) this.#forget(oldest)
    this.#context.handlers.emit('activityInviteCreated', new ActivityInvite(invite))
    const { presences, relationships } = this.#people
    const senderId = invite.SenderId()
    // The presence that a friend receives has more than the one that follows an invite, and comes anyway.
    const isSeen = relationships.isFriend(senderId) && presences.statusOf(senderId) !== undefined
    if (!isSeen) this.#follow(invite)
  }

  /** Asks for the presence of the sender, which the player may not see otherwise. */
  #follow(invite: ActivityInvite): void {
    const subscription = {
      user_id: `${invite.SenderId()}`,
      application_id: `${invite.ApplicationId()}`,
      party_id: invite.PartyId() || null,
      message_id: `${invite.MessageId()}`,
      channel_id: `${invite.ChannelId()}`,
    }
    const body = { subscriptions: [subscription] }
    this.#requests.send('POST', '/users/@me/activities/subscribe', { body }).catch((failure: unknown) => {
      this.#context.log.verbose(`the sender of an invite is not followed: ${resultOf(failure).ToString()}`)
    })
  }

  /** Forgets an invite, and the presence of its sender unless there is another reason to know it. */
  #forget(id: bigint): void {
    const entry = this.#entries.get(id)
    if (!entry) return
    clearTimeout(entry.expiry)
    this.#entries.delete(id)
    const senderId = entry.invite.SenderId()
    const hasOther = [...this.#entries.values()].some(({ invite }) => invite.SenderId() === senderId)
    if (!hasOther && !this.#people.relationships.isFriend(senderId)) this.#people.presences.forget(senderId)
  }

  /** Returns whether the sender is in the session and party of an invite, or online for a request. */
  #isValidNow(invite: ActivityInvite): boolean {
    const { presences } = this.#people
    const senderId = invite.SenderId()
    if (presences.statusOf(senderId) === undefined) return false
    if (invite.Type() !== ActivityActionTypes.Join) return true
    const activity = presences.activityIn(invite.ApplicationId(), senderId)
    const isSession = invite.SessionId() === '' || activity?.session_id === invite.SessionId()
    const isParty = invite.PartyId() === '' || activity?.party?.id === invite.PartyId()
    return activity !== undefined && isSession && isParty
  }

  #update(invite: ActivityInvite, isValid: boolean): void {
    if (invite.IsValid() === isValid) return
    invite.SetIsValid(isValid)
    this.#context.handlers.emit('activityInviteUpdated', new ActivityInvite(invite))
  }
}

/** Returns the invite of a message; null for other messages, and for kinds that games do not know. */
function inviteOf(message: InviteMessage, ownApplicationId: bigint): ActivityInvite | null {
  const { id, channel_id, author, activity, application, application_id } = message
  const types: readonly number[] = [ActivityActionTypes.Join, ActivityActionTypes.JoinRequest]
  if (!activity || !types.includes(activity.type)) return null
  const invite = new ActivityInvite()
  invite.SetSenderId(BigInt(author.id))
  invite.SetChannelId(BigInt(channel_id))
  invite.SetMessageId(BigInt(id))
  invite.SetType(activity.type as ActivityActionTypes)
  invite.SetApplicationId(BigInt(application?.id ?? application_id ?? ownApplicationId))
  invite.SetParentApplicationId(BigInt(application?.parent_id ?? 0))
  invite.SetPartyId(activity.party_id ?? '')
  invite.SetSessionId(activity.session_id ?? '')
  invite.SetIsValid(true)
  return invite
}
