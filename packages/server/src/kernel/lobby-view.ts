import type { Snowflake } from '@guildhall/protocol'
import type { LobbySnapshot, StoredLobby, StoredLobbyMember } from './lobby-model.ts'
import type { Channel, User, VoiceState } from './model.ts'

/**
 * The cached state of one lobby, while sessions watch it. It is loaded once and updated by the events of the lobby.
 * Without it, each of 1,000 members who connect would read all members.
 */
export class LobbyView {
  /** Version of the topic with the last applied event. */
  version: number
  /** Whether an event was missed. */
  stale = false
  lobby: StoredLobby
  linkedChannel: Channel | null
  readonly members: Map<Snowflake, StoredLobbyMember>
  readonly users: Map<Snowflake, User>
  /** Members of its call, as several nodes know them; null if they are in memory. */
  readonly voiceStates: Map<Snowflake, VoiceState> | null
  /**
   * Whether members are connected, in the order of the lobby's events, as several nodes know it; null if it is in
   * memory. Nothing is known of a member whom a node of the former version has added.
   */
  readonly connections: Map<Snowflake, boolean> | null
  readonly #loadedVersion: number

  constructor({ lobby, linkedChannel, members, users, voiceStates, connectedIds, version }: LobbySnapshot) {
    this.lobby = lobby
    this.linkedChannel = linkedChannel
    this.members = new Map(members.map((member) => [member.user_id, member]))
    this.users = new Map(users)
    this.voiceStates = voiceStates && new Map(voiceStates.map((state) => [state.user_id, state]))
    this.connections = connectedIds && connectionsOf(members, new Set(connectedIds))
    this.version = version
    this.#loadedVersion = version
  }

  /** Notes the version of an event. Returns whether the event is to be applied: the loaded rows lack its change. */
  advance(version: number): boolean {
    if (version === 0) return true
    if (version <= this.#loadedVersion) return false
    if (version > this.version + 1) this.stale = true
    this.version = version
    return true
  }
}

function connectionsOf(
  members: readonly StoredLobbyMember[],
  connectedIds: ReadonlySet<Snowflake>,
): Map<Snowflake, boolean> {
  return new Map(members.map(({ user_id }) => [user_id, connectedIds.has(user_id)]))
}
