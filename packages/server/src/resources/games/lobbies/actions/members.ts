import { isDeepStrictEqual } from 'node:util'
import { ApiError, demand, type FieldPath, type Snowflake } from '@guildhall/protocol'
import type { Metadata, StoredLobby, StoredLobbyMember } from '../../../../kernel/lobby-model.ts'
import type { User } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { findApplication, isPlayerOf } from '../../../accounts/applications/index.ts'
import { listAuthorizedUsers } from '../../../accounts/authorizations/store.ts'
import { listUsers } from '../../../accounts/users/index.ts'
import { demandShortMetadata, mayAddMember, mayBecomeMember } from '../rules.ts'
import * as store from '../store.ts'
import { removeLobbyMember, saveLobbyMember } from './save.ts'

/** Fields of a member to change; absent ones stay, or begin as unset. */
export interface MemberFields {
  metadata?: Metadata | null
  flags?: number | null
  additional_name?: string | null
}

/** A user to add or change. */
export interface MemberDraft extends MemberFields {
  readonly user: User
}

/**
 * Returns the users of `ids` who can be members of a lobby of the application.
 *
 * @throws UNKNOWN_USER (10013) unless all exist; bots and provisional accounts of other games do not
 */
export async function playersById(
  work: Work,
  applicationId: Snowflake,
  ids: readonly Snowflake[],
): Promise<Map<Snowflake, User>> {
  const users = await listUsers(work, ids)
  const game = await findApplication(work, applicationId)
  for (const id of ids) {
    const user = users.get(id)
    if (!user || user.bot || !game || !isPlayerOf(user, game)) throw new ApiError('UNKNOWN_USER')
  }
  return users
}

/** The lobby of a request that changes members, with what is known of it. */
export class MemberChanges {
  readonly #work: Work
  readonly #lobby: StoredLobby
  /** Number of members; null until it is needed. */
  #members: number | null = null

  constructor(work: Work, lobby: StoredLobby) {
    this.#work = work
    this.#lobby = lobby
  }

  /**
   * Adds a member or changes their fields. An unchanged member causes no event.
   *
   * @throws MISSING_ACCESS (50001) for a user who may not become a member; TOO_MANY_MEMBERS (30019) for a full lobby
   */
  async upsert(draft: MemberDraft): Promise<StoredLobbyMember> {
    const member = await this.#upsert(draft, true)
    if (!member) throw new ApiError('MISSING_ACCESS')
    return member
  }

  /** Does the same, but drops a user who may not become a member. @throws TOO_MANY_MEMBERS (30019) */
  upsertOrDrop(draft: MemberDraft): Promise<StoredLobbyMember | null> {
    return this.#upsert(draft, false)
  }

  async #upsert({ user, ...fields }: MemberDraft, strict: boolean): Promise<StoredLobbyMember | null> {
    const before = await store.findLobbyMember(this.#work, this.#lobby.id, user.id)
    if (!before) {
      const verdict = mayBecomeMember(await this.#standingOf(user), this.#lobby)
      if (strict) demand(verdict)
      else if (!verdict.ok) return null
      this.#members ??= await store.countLobbyMembers(this.#work, this.#lobby.id)
      demand(mayAddMember({ members: this.#members }))
      this.#members += 1
    }
    const after = changed(before ?? newMember(this.#lobby, user.id), fields)
    if (before && isDeepStrictEqual(before, after)) return before
    await saveLobbyMember(this.#work, { before, after, user })
    return after
  }

  async #standingOf(user: User): Promise<{ lobbies: number; authorized: boolean }> {
    const { application_id } = this.#lobby
    // Two units of work must not add a user to two lobbies of which only one is allowed.
    const lobbies = await this.#work.lock(`lobbies-of.${user.id}`, () =>
      store.countLobbiesOfUser(this.#work, user.id, application_id),
    )
    const authorized = await listAuthorizedUsers(this.#work, application_id, [user.id], this.#work.now)
    return { lobbies, authorized: authorized.has(user.id) || user.provisional_for !== null }
  }

  /** Removes a user from the lobby; for another user, nothing happens. */
  async remove(userId: Snowflake): Promise<void> {
    const member = await store.findLobbyMember(this.#work, this.#lobby.id, userId)
    if (!member) return
    await removeLobbyMember(this.#work, member)
    if (this.#members !== null) this.#members -= 1
  }
}

function newMember(lobby: StoredLobby, userId: Snowflake): StoredLobbyMember {
  return {
    lobby_id: lobby.id,
    user_id: userId,
    application_id: lobby.application_id,
    metadata: null,
    flags: 0,
    additional_name: null,
  }
}

function changed(member: StoredLobbyMember, { metadata, flags, additional_name }: MemberFields): StoredLobbyMember {
  return {
    ...member,
    metadata: metadata === undefined ? member.metadata : metadata,
    flags: flags ?? member.flags,
    additional_name: additional_name === undefined ? member.additional_name : additional_name,
  }
}

/** A member in a request, which names its user by id. */
interface ListedMember extends MemberFields {
  id: Snowflake
}

/**
 * Returns the members of a request with their users. `path` leads to the list in the body.
 *
 * @throws UNKNOWN_USER (10013); INVALID_FORM_BODY (50035) for metadata that is too long
 */
export async function draftsOf(
  work: Work,
  applicationId: Snowflake,
  members: readonly ListedMember[],
  path: FieldPath,
): Promise<MemberDraft[]> {
  for (const [index, { metadata }] of members.entries()) demandShortMetadata(metadata, [...path, index, 'metadata'])
  const users = await playersById(
    work,
    applicationId,
    members.map(({ id }) => id),
  )
  return members.flatMap(({ id, ...fields }) => {
    const user = users.get(id)
    return user ? [{ user, ...fields }] : []
  })
}

/** A member in the bulk update. */
interface ListedChange extends ListedMember {
  remove_member?: boolean | null
}

/**
 * Adds, changes and removes members in the order of a list. Users who may not become members are dropped.
 *
 * @returns the members that were added or changed and are still members
 * @throws UNKNOWN_USER (10013); INVALID_FORM_BODY (50035); TOO_MANY_MEMBERS (30019)
 */
export async function changeMembers(
  work: Work,
  lobby: StoredLobby,
  list: readonly ListedChange[],
): Promise<StoredLobbyMember[]> {
  const drafts = await draftsOf(work, lobby.application_id, list, [])
  const changes = new MemberChanges(work, lobby)
  const saved = new Map<Snowflake, StoredLobbyMember>()
  for (const [index, draft] of drafts.entries()) {
    const { id } = draft.user
    saved.delete(id)
    if (list[index]?.remove_member) await changes.remove(id)
    else {
      const member = await changes.upsertOrDrop(draft)
      if (member) saved.set(id, member)
    }
  }
  return [...saved.values()]
}
