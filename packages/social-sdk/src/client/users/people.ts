import type {
  PartialUserObject,
  PresenceObject,
  RelationshipObject,
  UserApplicationProfileObject,
} from '@guildhall/protocol'
import type { Session } from '../../connection/session.ts'
import { StatusType } from '../../enums/index.ts'
import type { Activity } from '../../values/activity.ts'
import type { ClientContext } from '../context.ts'
import { Presences } from '../presence/presences.ts'
import { type Layer, type RelationshipChange, RelationshipRecords } from '../relationships/records.ts'
import { type GameReady, usersOf } from './game-ready.ts'
import { KnownUsers } from './known-users.ts'

/** Presence that the player has set. */
export interface OwnPresenceRecord {
  readonly status: StatusType
  readonly activity: Activity | null
}

export const OFFLINE: OwnPresenceRecord = { status: StatusType.Offline, activity: null }

/** Users with their presences, profiles and relationships with the player. */
export class People {
  readonly #context: ClientContext
  readonly #session: Session
  readonly relationships = new RelationshipRecords()
  readonly presences = new Presences()
  readonly users = new KnownUsers((id) => this.relationships.has(id) || id === this.ownId)
  #profiles: ReadonlyMap<bigint, readonly UserApplicationProfileObject[]> = new Map()
  /** Presence that the player has set; offline without a connection. */
  own: OwnPresenceRecord = OFFLINE
  /** Id of the player of the last READY; 0n before. */
  ownId = 0n
  /** Name of the game, as READY names it. */
  applicationName = ''
  /** Called for each presence of another user, after it is taken over. */
  onPresence: (userId: bigint) => void = () => undefined

  constructor(context: ClientContext, session: Session) {
    this.#context = context
    this.#session = session
    session.on('READY', (ready) => this.#begin(ready as unknown as GameReady))
    session.on('USER_UPDATE', (user) => this.note(user))
    session.on('PRESENCE_UPDATE', (presence) => this.#presenceChanged(presence))
    session.on('RELATIONSHIP_ADD', (relationship) => this.#added('platform', relationship))
    session.on('RELATIONSHIP_UPDATE', (relationship) => this.#added('platform', relationship as RelationshipChange))
    session.on('RELATIONSHIP_REMOVE', ({ id }) => this.#removed('platform', BigInt(id)))
    session.on('GAME_RELATIONSHIP_ADD', (relationship) => this.#added('game', relationship))
    session.on('GAME_RELATIONSHIP_REMOVE', ({ id }) => this.#removed('game', BigInt(id)))
    session.on('MESSAGE_CREATE', ({ author }) => this.note(author))
    session.on('LOBBY_MESSAGE_CREATE', ({ author }) => this.note(author))
    session.on('CHANNEL_CREATE', ({ recipients = [] }) => {
      for (const user of recipients) this.note(user)
    })
    session.onEnded(() => this.presences.clear())
  }

  /** Whether the Client has ended: handles show nothing then. */
  get hasEnded(): boolean {
    return this.#context.queue.hasEnded
  }

  get webBase(): string {
    return this.#context.settings.webBase
  }

  get applicationId(): bigint {
    return this.#context.applicationId
  }

  /** Returns the profiles of a user in games, as READY named them. */
  profilesOf(id: bigint): readonly UserApplicationProfileObject[] {
    return this.#profiles.get(id) ?? []
  }

  /** Returns the status of a user. It is not known of users who are neither friends nor senders of invites. */
  statusOf(id: bigint): StatusType {
    if (id === this.ownId) return this.#session.isReady ? this.own.status : StatusType.Offline
    if (this.relationships.isBlocked(id)) return StatusType.Blocked
    const status = this.presences.statusOf(id)
    if (status !== undefined) return status
    return this.relationships.isFriend(id) ? StatusType.Offline : StatusType.Unknown
  }

  /** Takes over a user object of any event, and calls the handlers if a known user has changed. */
  note(user: PartialUserObject): void {
    if (this.users.note(user)) this.#announce(BigInt(user.id))
  }

  /** Shows the presence that the player has set. */
  showOwn(own: OwnPresenceRecord): void {
    this.own = own
    this.#context.handlers.emit('userUpdated', this.ownId)
  }

  #announce(id: bigint): void {
    this.#context.handlers.emit('userUpdated', id)
    if (this.relationships.isFriend(id)) this.#context.handlers.emit('relationshipGroupsUpdated', id)
  }

  #presenceChanged(presence: PresenceObject): void {
    const id = BigInt(presence.user.id)
    const hasNewUser = this.users.note(presence.user)
    const hasChanged = this.presences.note(presence)
    if (presence.has_played_game !== undefined) this.relationships.notePlayed(id, presence.has_played_game)
    if ((hasNewUser || hasChanged) && this.users.get(id)) this.#announce(id)
    this.onPresence(id)
  }

  #added(layer: Layer, relationship: RelationshipChange & Partial<Pick<RelationshipObject, 'user'>>): void {
    const id = BigInt(relationship.id)
    const wasFriend = this.relationships.isFriend(id)
    if (relationship.user) this.users.note(relationship.user)
    this.relationships.set(layer, relationship)
    this.#related(id, layer, 'relationshipCreated', wasFriend)
  }

  #removed(layer: Layer, id: bigint): void {
    const wasFriend = this.relationships.isFriend(id)
    if (this.relationships.remove(layer, id)) this.#related(id, layer, 'relationshipDeleted', wasFriend)
    if (wasFriend && !this.relationships.isFriend(id)) this.presences.forget(id)
  }

  #related(id: bigint, layer: Layer, handler: 'relationshipCreated' | 'relationshipDeleted', wasFriend: boolean): void {
    const { handlers } = this.#context
    handlers.emit(handler, id, layer === 'platform')
    if (wasFriend || this.relationships.isFriend(id)) handlers.emit('relationshipGroupsUpdated', id)
  }

  /** Begins with the state of READY. A later session of the same player calls the handlers for what has changed. */
  #begin(ready: GameReady): void {
    const ownId = BigInt(ready.user.id)
    const former = ownId === this.ownId ? this.#shown() : null
    this.ownId = ownId
    this.applicationName = ready.application?.name ?? ''
    this.#profiles = new Map(
      Object.entries(ready.user_application_profiles ?? {}).map(([id, profiles]) => [BigInt(id), profiles]),
    )
    this.relationships.replace(ready.relationships ?? [], ready.game_relationships ?? [])
    for (const user of usersOf(ready)) this.users.note(user)
    this.presences.clear()
    for (const presence of ready.presences ?? []) this.presences.note(presence)
    if (former) this.#announceChanges(former, this.#shown())
  }

  /** Returns what handles show of each user with a relationship. */
  #shown(): Map<bigint, Shown> {
    const of = (id: bigint): Shown => ({
      platform: this.relationships.typeIn('platform', id),
      game: this.relationships.typeIn('game', id),
      isFriend: this.relationships.isFriend(id),
      user: JSON.stringify(this.users.get(id) ?? null) + this.presences.shown(id),
    })
    return new Map([...this.relationships.ids()].map((id) => [id, of(id)]))
  }

  #announceChanges(before: ReadonlyMap<bigint, Shown>, after: ReadonlyMap<bigint, Shown>): void {
    for (const id of new Set([...before.keys(), ...after.keys()])) {
      const [one, other] = [before.get(id), after.get(id)]
      const wasFriend = one?.isFriend ?? false
      for (const layer of ['platform', 'game'] as const) {
        const [was, is] = [one?.[layer] ?? 0, other?.[layer] ?? 0]
        if (was !== is) this.#related(id, layer, is === 0 ? 'relationshipDeleted' : 'relationshipCreated', wasFriend)
      }
      if (one && other && one.user !== other.user) this.#announce(id)
    }
  }
}

interface Shown {
  readonly platform: number
  readonly game: number
  readonly isFriend: boolean
  readonly user: string
}
