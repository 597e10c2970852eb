import type { GameRelationshipObject, RelationshipObject } from '@guildhall/protocol'
import { RelationshipType } from '../../enums/index.ts'

/** Layer of a relationship of two users: the platform, or this game. */
export type Layer = 'platform' | 'game'

/** Relationship object of an event, which may leave out fields that have not changed. */
export type RelationshipChange = Pick<RelationshipObject, 'id' | 'type'> &
  Partial<Pick<RelationshipObject, 'is_spam_request' | 'has_played_game'>>

interface Entry {
  readonly type: RelationshipType
  readonly isSpam: boolean
  readonly hasPlayed: boolean
}

/** Relationships of the player with other users, by layer. The server limits their number. */
export class RelationshipRecords {
  readonly #layers: Readonly<Record<Layer, Map<bigint, Entry>>> = { platform: new Map(), game: new Map() }

  /** Returns the relationship with a user in a layer. */
  typeIn(layer: Layer, id: bigint): RelationshipType {
    return this.#layers[layer].get(id)?.type ?? RelationshipType.None
  }

  /** Returns whether a user is a friend in one of the layers. */
  isFriend(id: bigint): boolean {
    return (
      this.typeIn('platform', id) === RelationshipType.Friend || this.typeIn('game', id) === RelationshipType.Friend
    )
  }

  isBlocked(id: bigint): boolean {
    return this.typeIn('platform', id) === RelationshipType.Blocked
  }

  isSpam(id: bigint): boolean {
    return this.#layers.platform.get(id)?.isSpam ?? false
  }

  /** Returns whether a user has played the game. Relationships of the game are between players. */
  hasPlayed(id: bigint): boolean {
    return this.#layers.game.has(id) || (this.#layers.platform.get(id)?.hasPlayed ?? false)
  }

  has(id: bigint): boolean {
    return this.#layers.platform.has(id) || this.#layers.game.has(id)
  }

  /** Returns the users of both layers, each once. */
  ids(): Set<bigint> {
    return new Set([...this.#layers.platform.keys(), ...this.#layers.game.keys()])
  }

  /** Replaces all relationships by those of READY. */
  replace(platform: readonly RelationshipObject[], game: readonly GameRelationshipObject[]): void {
    this.#layers.platform.clear()
    this.#layers.game.clear()
    for (const relationship of platform) this.set('platform', relationship)
    for (const relationship of game) this.set('game', relationship)
  }

  set(layer: Layer, { id, type, is_spam_request, has_played_game }: RelationshipChange): void {
    const key = BigInt(id)
    const former = this.#layers[layer].get(key)
    this.#layers[layer].set(key, {
      type: type as RelationshipType,
      isSpam: is_spam_request ?? (former?.type === type && former.isSpam),
      hasPlayed: has_played_game ?? former?.hasPlayed ?? false,
    })
  }

  /** Notes whether a user of the platform has played the game. */
  notePlayed(id: bigint, hasPlayed: boolean): void {
    const entry = this.#layers.platform.get(id)
    if (entry) this.#layers.platform.set(id, { ...entry, hasPlayed })
  }

  /** Removes a relationship. Returns whether there was one. */
  remove(layer: Layer, id: bigint): boolean {
    return this.#layers[layer].delete(id)
  }
}
