import type { Snowflake } from '@guildhall/protocol'
import { lobbyTopic, userTopic } from '../../../../kernel/event.ts'
import type { LoadedLobby, StoredLobby, StoredLobbyMember } from '../../../../kernel/lobby-model.ts'
import type { User } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { lobbyDeleted } from '../consequences.ts'
import {
  lobbyDelete,
  lobbyJoined,
  lobbyLeft,
  lobbyMemberAdd,
  lobbyMemberRemove,
  lobbyMemberUpdate,
  lobbyUpdate,
} from '../events.ts'
import { lobbyIdles } from '../jobs.ts'
import * as store from '../store.ts'
import { endLobbyCall, leaveLobbyCall } from './call.ts'
import { loadLobby } from './load.ts'

/** Inserts a lobby, which is idle until a member is connected. No user is a member yet, so that no event is sent. */
export async function insertLobby(
  work: Work,
  fields: Omit<StoredLobby, 'id' | 'linked_channel_id' | 'idle_since'>,
): Promise<StoredLobby> {
  const lobby = { ...fields, id: work.nextId(), linked_channel_id: null, idle_since: work.now }
  await store.insertLobby(work, lobby)
  await scheduleIdleJob(work, lobby)
  return lobby
}

/** Stores a changed lobby and emits LOBBY_UPDATE. Returns the lobby with its members. */
export async function saveLobby(work: Work, lobby: StoredLobby): Promise<LoadedLobby> {
  await store.updateLobby(work, lobby)
  const loaded = await loadLobby(work, lobby)
  work.emit(lobbyUpdate, lobbyTopic(lobby.id), loaded)
  return loaded
}

/** Stores fields of a lobby that its wire object does not show: the secret and the idle timeout. */
export async function saveHiddenFields(work: Work, lobby: StoredLobby): Promise<void> {
  await store.updateLobby(work, lobby)
  if (lobby.idle_since !== null) await scheduleIdleJob(work, lobby)
}

/** Stores since when no member is connected, and schedules or cancels the deletion of the lobby. */
export async function saveIdleSince(work: Work, lobby: StoredLobby, idleSince: number | null): Promise<void> {
  await store.updateIdleSince(work, lobby.id, idleSince)
  if (idleSince === null) await work.cancel(lobbyIdles, lobby.id.toString())
  else await scheduleIdleJob(work, { ...lobby, idle_since: idleSince })
}

async function scheduleIdleJob(work: Work, lobby: StoredLobby): Promise<void> {
  const since = lobby.idle_since ?? work.now
  const due = since + lobby.idle_timeout_seconds * 1_000
  await work.schedule(lobbyIdles, lobby.id.toString(), due, { lobbyId: lobby.id })
}

/** Deletes a lobby with everything in it. Its members receive LOBBY_DELETE. */
export async function deleteLobby(work: Work, lobby: StoredLobby): Promise<void> {
  await store.deleteLobbyRows(work, lobby.id)
  await endLobbyCall(work, lobby.id)
  await work.follow(lobbyDeleted, lobby)
  await work.cancel(lobbyIdles, lobby.id.toString())
  work.emit(lobbyDelete, lobbyTopic(lobby.id), { lobbyId: lobby.id })
}

/**
 * Stores a member: a new one, whose sessions begin to watch the lobby, or a changed one.
 *
 * @param before the membership so far; undefined for a new member
 */
export async function saveLobbyMember(
  work: Work,
  { before, after, user }: { before: StoredLobbyMember | undefined; after: StoredLobbyMember; user: User },
): Promise<void> {
  await store.saveLobbyMemberRow(work, after)
  const topic = lobbyTopic(after.lobby_id)
  if (before) return work.emit(lobbyMemberUpdate, topic, { member: after })
  work.emit(lobbyJoined, userTopic(after.user_id), membershipOf(after))
  const connected = work.isShared ? { connected: await store.isPlayerConnected(work, after) } : {}
  work.emit(lobbyMemberAdd, topic, { member: after, user, ...connected })
}

/** Removes a member. The user's sessions receive LOBBY_DELETE and stop watching the lobby; the others are informed. */
export async function removeLobbyMember(work: Work, member: StoredLobbyMember): Promise<void> {
  if (!(await store.deleteLobbyMember(work, member.lobby_id, member.user_id))) return
  work.emit(lobbyLeft, userTopic(member.user_id), membershipOf(member))
  await leaveLobbyCall(work, member.lobby_id, member.user_id)
  work.emit(lobbyMemberRemove, lobbyTopic(member.lobby_id), { member })
}

function membershipOf({ lobby_id, application_id }: StoredLobbyMember): {
  lobbyId: Snowflake
  applicationId: Snowflake
} {
  return { lobbyId: lobby_id, applicationId: application_id }
}
