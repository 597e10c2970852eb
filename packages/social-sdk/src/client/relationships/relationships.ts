import type { Session } from '../../connection/session.ts'
import { type RelationshipGroupType, RelationshipType } from '../../enums/index.ts'
import type { RelationshipHandle, RelationshipView, UserHandle } from '../../handles/user.ts'
import { invalid } from '../../result.ts'
import type { PlayerRequests } from '../player-requests.ts'
import { relationshipHandle, relationshipView, userHandle } from '../users/handles.ts'
import type { People } from '../users/people.ts'
import { friendsByName, friendsOfGroup } from './groups.ts'
import type { Layer } from './records.ts'
import { searchByName } from './search.ts'

const PATHS: Readonly<Record<Layer, string>> = {
  platform: '/users/@me/relationships',
  game: '/users/@me/game-relationships',
}
const { Friend, Blocked, PendingIncoming, PendingOutgoing } = RelationshipType

/** Changes of relationships by the player, and lists of them. */
export class Relationships {
  readonly #session: Session
  readonly #requests: PlayerRequests
  readonly #people: People

  constructor(session: Session, parts: { requests: PlayerRequests; people: People }) {
    this.#session = session
    this.#requests = parts.requests
    this.#people = parts.people
  }

  /** Returns what the handle of the relationship with a user shows. */
  view(id: bigint): RelationshipView {
    return relationshipView(this.#people, id)
  }

  /** Returns the handles of all relationships, each user once. */
  all(): RelationshipHandle[] {
    return this.#handles(this.#people.relationships.ids())
  }

  inGroup(group: RelationshipGroupType): RelationshipHandle[] {
    return this.#handles(friendsOfGroup(this.#people, group))
  }

  #handles(ids: Iterable<bigint>): RelationshipHandle[] {
    return [...ids].map((id) => relationshipHandle(this.#people, id))
  }

  /** Returns friends whose name or display name is like a text, the nearest first. */
  search(text: string): UserHandle[] {
    const friends = friendsByName(this.#people).map((id) => {
      const user = this.#people.users.get(id)
      return { id, names: user ? [user.username, user.globalName ?? user.username] : [] }
    })
    return searchByName(friends, text).flatMap((id) => userHandle(this.#people, id) ?? [])
  }

  /** Sends a friend request by an id, or accepts one that waits. */
  request(layer: Layer, userId: bigint): Promise<[]> {
    return this.#send('PUT', `${PATHS[layer]}/${userId}`, {})
  }

  /** Sends a friend request by a unique name, or accepts one that waits. */
  requestByName(layer: Layer, username: string): Promise<[]> {
    return this.#send('POST', PATHS[layer], layer === 'platform' ? { username, discriminator: null } : { username })
  }

  accept(layer: Layer, userId: bigint): Promise<[]> {
    this.#demand(layer, userId, PendingIncoming)
    return this.#send('PUT', `${PATHS[layer]}/${userId}`, { type: Friend })
  }

  reject(layer: Layer, userId: bigint): Promise<[]> {
    this.#demand(layer, userId, PendingIncoming)
    return this.#remove(layer, userId)
  }

  cancel(layer: Layer, userId: bigint): Promise<[]> {
    this.#demand(layer, userId, PendingOutgoing)
    return this.#remove(layer, userId)
  }

  removeGameFriend(userId: bigint): Promise<[]> {
    this.#demand('game', userId, Friend)
    return this.#remove('game', userId)
  }

  /** Ends the friendships of both layers, each if there is one. */
  async removeFriend(userId: bigint): Promise<[]> {
    const layers = (['platform', 'game'] as const).filter((layer) => this.#typeIn(layer, userId) === Friend)
    if (layers.length === 0) throw invalid(`The user ${userId} is not a friend.`)
    for (const layer of layers) await this.#remove(layer, userId)
    return []
  }

  block(userId: bigint): Promise<[]> {
    return this.#send('PUT', `${PATHS.platform}/${userId}`, { type: Blocked })
  }

  unblock(userId: bigint): Promise<[]> {
    this.#demand('platform', userId, Blocked)
    return this.#remove('platform', userId)
  }

  #typeIn(layer: Layer, userId: bigint): RelationshipType {
    return this.#people.relationships.typeIn(layer, userId)
  }

  /** @throws ResultFailure ValidationError for another relationship */
  #demand(layer: Layer, userId: bigint, type: RelationshipType): void {
    if (this.#typeIn(layer, userId) !== type)
      throw invalid(`The relationship with the user ${userId} does not allow it.`)
  }

  #remove(layer: Layer, userId: bigint): Promise<[]> {
    return this.#send('DELETE', `${PATHS[layer]}/${userId}`)
  }

  /** Sends a request. Resolves once its events have arrived, so that handles show the change to the callback. */
  async #send(method: string, path: string, body?: object): Promise<[]> {
    await this.#requests.send(method, path, body ? { body } : {})
    await this.#session.flush()
    return []
  }
}
