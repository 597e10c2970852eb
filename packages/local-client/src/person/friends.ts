import type { PresenceObject, RelationshipObject, UserObject } from '@guildhall/protocol'
import type { HostPresence } from '../rpc/host.ts'

/** Presences of friends come without a guild. */
type FriendPresence = PresenceObject & { readonly user: { readonly id: string } }

/** Relationships of the person and presences of friends, as the gateway describes them. */
export class KnownFriends {
  readonly #relationships = new Map<string, RelationshipObject>()
  readonly #presences = new Map<string, HostPresence>()

  all(): Iterable<RelationshipObject> {
    return this.#relationships.values()
  }

  presence(userId: string): HostPresence | undefined {
    return this.#presences.get(userId)
  }

  /** Applies an event of the gateway. Other events change nothing. */
  apply(event: string, data: unknown): void {
    switch (event) {
      case 'READY':
        this.#relationships.clear()
        this.#presences.clear()
        for (const one of (data as { relationships: RelationshipObject[] }).relationships)
          this.#relationships.set(one.id, one)
        return
      case 'RELATIONSHIP_ADD':
      case 'RELATIONSHIP_UPDATE':
        return this.#set(data as RelationshipObject)
      case 'RELATIONSHIP_REMOVE':
        this.#relationships.delete((data as RelationshipObject).id)
        this.#presences.delete((data as RelationshipObject).id)
        return
      case 'PRESENCE_UPDATE':
        return this.#setPresence(data as FriendPresence)
    }
  }

  /** The gateway leaves out the user in updates. */
  #set(change: RelationshipObject): void {
    const known = this.#relationships.get(change.id)
    if (known || change.user) this.#relationships.set(change.id, { ...known, ...change })
  }

  #setPresence({ guild_id, user, status, activities }: FriendPresence): void {
    const known = this.#relationships.get(user.id)
    if (guild_id !== undefined || !known) return
    if (status === 'offline') this.#presences.delete(user.id)
    else this.#presences.set(user.id, { status, activities })
    if ('username' in user) this.#relationships.set(user.id, { ...known, user: user as UserObject })
  }
}
