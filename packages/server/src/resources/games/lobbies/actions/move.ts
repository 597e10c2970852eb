import type { StoredLobbyMember } from '../../../../kernel/lobby-model.ts'
import type { User } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import type { Players } from '../../../accounts/applications/consequences.ts'
import type { AccountMove } from '../../../accounts/users/consequences.ts'
import { mayAddMember } from '../rules.ts'
import * as store from '../store.ts'
import { findHeldLobby, holdMemberships } from './load.ts'
import { deleteLobby, removeLobbyMember, saveLobbyMember } from './save.ts'

/**
 * Moves the memberships of an account in the game's lobbies to another account, or copies them at an unmerge. The
 * other account keeps the memberships that it has, and no lobby exceeds its limit of members.
 */
export async function moveLobbies(work: Work, { kind, from, to, application }: AccountMove): Promise<void> {
  for (const { member } of await holdMemberships(work, from.id, application.id)) {
    if (kind === 'merge') await removeLobbyMember(work, member)
    await addCopy(work, member, to)
  }
}

async function addCopy(work: Work, member: StoredLobbyMember, to: User): Promise<void> {
  const before = await store.findLobbyMember(work, member.lobby_id, to.id)
  if (before) {
    const flags = before.flags | member.flags
    if (flags !== before.flags) await saveLobbyMember(work, { before, after: { ...before, flags }, user: to })
    return
  }
  const members = await store.countLobbyMembers(work, member.lobby_id)
  if (!mayAddMember({ members }).ok) return
  await saveLobbyMember(work, { before, after: { ...member, user_id: to.id }, user: to })
}

/** Deletes the lobbies of an application that becomes the child of a publisher. [AUT-24] */
export async function purgeLobbies(work: Work, { application }: Players): Promise<void> {
  for (const id of await store.listLobbyIdsOfApplication(work, application.id)) {
    const lobby = await findHeldLobby(work, id)
    if (lobby) await deleteLobby(work, lobby)
  }
}
