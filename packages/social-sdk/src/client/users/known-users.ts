import type { PartialUserObject } from '@guildhall/protocol'

/** Users that are kept. Above it, those who were seen longest ago are forgotten, but no relationship. */
const USERS_MAX = 10_000

/** Fields of a user that handles show. */
export interface UserRecord {
  readonly username: string
  readonly globalName: string | null
  /** Hash of the picture; null without one. */
  readonly avatar: string | null
  readonly flags: number
}

/** Users that other objects have brought along, by id. */
export class KnownUsers {
  /** The user who was seen last is the last one. */
  readonly #users = new Map<bigint, UserRecord>()
  readonly #isKept: (id: bigint) => boolean

  /** @param isKept returns whether a user must not be forgotten */
  constructor(isKept: (id: bigint) => boolean) {
    this.#isKept = isKept
  }

  /** Returns a user; undefined for one who is not known. */
  get(id: bigint): UserRecord | undefined {
    return this.#users.get(id)
  }

  /** Takes over the fields of a user object. Returns whether they changed a user who was known before. */
  note(user: PartialUserObject): boolean {
    const id = BigInt(user.id)
    const former = this.#users.get(id)
    if (!former && user.username === undefined) return false
    const record = merged(former, user)
    this.#users.delete(id)
    this.#users.set(id, record)
    if (!former) this.#forgetOldest()
    return former !== undefined && !isEqual(former, record)
  }

  #forgetOldest(): void {
    if (this.#users.size <= USERS_MAX) return
    for (const id of this.#users.keys()) {
      if (this.#isKept(id)) continue
      this.#users.delete(id)
      return
    }
  }
}

function merged(former: UserRecord | undefined, user: PartialUserObject): UserRecord {
  const { username, global_name, avatar, flags, public_flags } = user
  return {
    username: username ?? former?.username ?? '',
    globalName: global_name === undefined ? (former?.globalName ?? null) : global_name,
    avatar: avatar === undefined ? (former?.avatar ?? null) : avatar,
    flags: flags ?? public_flags ?? former?.flags ?? 0,
  }
}

function isEqual(one: UserRecord, other: UserRecord): boolean {
  return (
    one.username === other.username &&
    one.globalName === other.globalName &&
    one.avatar === other.avatar &&
    one.flags === other.flags
  )
}
