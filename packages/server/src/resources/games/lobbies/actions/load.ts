import { ApiError, type Snowflake } from '@guildhall/protocol'
import type { Caller } from '../../../../kernel/caller.ts'
import { lobbyTopic } from '../../../../kernel/event.ts'
import type { LoadedLobby, LobbySnapshot, StoredLobby, StoredLobbyMember } from '../../../../kernel/lobby-model.ts'
import type { Channel } from '../../../../kernel/model.ts'
import { versionOf } from '../../../../kernel/raise-topics.ts'
import type { Work } from '../../../../kernel/work.ts'
import { listUsers } from '../../../accounts/users/index.ts'
import { findChannel } from '../../../guild/channels/store.ts'
import { listVoiceStates } from '../../../guild/voice-states/index.ts'
import * as store from '../store.ts'

/** Attempts to read a lobby that changes while it is read. */
const READS_MAX = 5

/** Returns the application of a caller. @throws UNAUTHORIZED for a caller without one */
export function applicationOf(caller: Caller): Snowflake {
  if (!caller.application) throw new ApiError('UNAUTHORIZED')
  return caller.application.id
}

/**
 * Returns a lobby of the caller's application. A unit of work that writes holds the lobby until its end.
 *
 * @throws UNKNOWN_LOBBY (10031), also for a lobby of another application
 */
export async function lobbyOfApplication(work: Work, caller: Caller, lobbyId: Snowflake): Promise<StoredLobby> {
  const lobby = await findHeldLobby(work, lobbyId)
  if (lobby?.application_id !== applicationOf(caller)) throw new ApiError('UNKNOWN_LOBBY')
  return lobby
}

/**
 * Returns a lobby of the caller's game with the caller's membership.
 *
 * @throws UNKNOWN_LOBBY (10031), also for a lobby of another application; MISSING_ACCESS (50001) for other users
 */
export async function lobbyForMember(
  work: Work,
  caller: Caller,
  lobbyId: Snowflake,
): Promise<{ lobby: StoredLobby; member: StoredLobbyMember }> {
  const lobby = await store.findLobby(work, lobbyId)
  if (lobby?.application_id !== applicationOf(caller)) throw new ApiError('UNKNOWN_LOBBY')
  const member = await store.findLobbyMember(work, lobbyId, caller.userId)
  if (!member) throw new ApiError('MISSING_ACCESS')
  return { lobby, member }
}

/** Returns a lobby. A unit of work that writes holds it until its end. */
export async function findHeldLobby(work: Work, lobbyId: Snowflake): Promise<StoredLobby | undefined> {
  const find = () => store.findLobby(work, lobbyId)
  // The name of the topic itself is taken at the commit, and would wait for this unit of work.
  return work.writing ? work.lock(`lobby-members.${lobbyId}`, find) : find()
}

/**
 * Returns the memberships of a user in an application's lobbies, and holds these lobbies until the end of the unit of
 * work. A membership that ended while a lobby was waited for is not among them. The lobbies are held in the order of
 * their ids, so that two such units of work do not wait for each other.
 */
export async function holdMemberships(
  work: Work,
  userId: Snowflake,
  applicationId: Snowflake,
): Promise<{ lobby: StoredLobby; member: StoredLobbyMember }[]> {
  const memberships = []
  for (const { lobby_id } of await store.listLobbyMemberships(work, userId, applicationId)) {
    const lobby = await findHeldLobby(work, lobby_id)
    const member = lobby && (await store.findLobbyMember(work, lobby_id, userId))
    if (member) memberships.push({ lobby, member })
  }
  return memberships
}

/** Returns a lobby with its members and the linked channel. */
export async function loadLobby(work: Work, lobby: StoredLobby): Promise<LoadedLobby> {
  const members = await store.listLobbyMembers(work, lobby.id)
  return { lobby, members, linkedChannel: await linkedChannelOf(work, lobby) }
}

/** Returns the channel that is linked to a lobby; null without one. */
export async function linkedChannelOf(work: Work, { linked_channel_id }: StoredLobby): Promise<Channel | null> {
  return linked_channel_id === null ? null : ((await findChannel(work, linked_channel_id)) ?? null)
}

/** Returns a lobby with the version of its topic, for sessions that will receive the events after it. */
export async function snapshotOfLobby(work: Work, lobbyId: Snowflake): Promise<LobbySnapshot | null> {
  const topic = lobbyTopic(lobbyId)
  for (let reads = 1; ; reads += 1) {
    const version = await versionOf(work, topic)
    const lobby = await store.findLobby(work, lobbyId)
    if (!lobby) return null
    const loaded = await loadLobby(work, lobby)
    const userIds = loaded.members.map((member) => member.user_id)
    const users = await listUsers(work, userIds)
    const voiceStates = work.isShared ? await listVoiceStates(work, lobbyId) : null
    const connectedIds = work.isShared ? await store.listConnectedMemberIds(work, lobby) : null
    // The lobby changed while it was read. For one that never rests, the held events bring the last read up to date.
    if ((await versionOf(work, topic)) === version || reads === READS_MAX)
      return { ...loaded, users, voiceStates, connectedIds, version }
  }
}
