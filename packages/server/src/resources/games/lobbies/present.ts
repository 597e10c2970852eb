import type { LobbyMemberObject, LobbyObject, Snowflake, UserObject, VoiceStateObject } from '@guildhall/protocol'
import type { LoadedLobby, StoredLobbyMember } from '../../../kernel/lobby-model.ts'
import type { LobbyPresence } from '../../../kernel/lobby-presence.ts'
import type { LobbyView } from '../../../kernel/lobby-view.ts'
import type { User, VoiceState } from '../../../kernel/model.ts'
import { presentUser } from '../../accounts/users/present.ts'
import { presentChannel } from '../../guild/channels/present.ts'
import { presentVoiceState } from '../../guild/voice-states/present.ts'

/** Returns the lobby member object. */
export function presentLobbyMember(member: StoredLobbyMember): LobbyMemberObject {
  return {
    id: member.user_id.toString(),
    metadata: member.metadata,
    flags: member.flags,
    ...(member.additional_name === null ? {} : { additional_name: member.additional_name }),
  }
}

/** Returns the lobby object. [LOB-8] */
export function presentLobby({ lobby, members, linkedChannel }: LoadedLobby): LobbyObject {
  return {
    id: lobby.id.toString(),
    application_id: lobby.application_id.toString(),
    metadata: lobby.metadata,
    members: members.map(presentLobbyMember),
    flags: lobby.flags,
    ...(linkedChannel ? { linked_channel: presentChannel(linkedChannel) } : {}),
  }
}

/** The part of a user by which a game shows a member. Lobbies are large, so that only these fields are sent. */
export type LobbyUser = Pick<
  UserObject,
  'id' | 'username' | 'discriminator' | 'global_name' | 'avatar' | 'public_flags'
>

/** Lobby member as gateway events have it. */
export interface GatewayLobbyMember extends LobbyMemberObject {
  /** Whether the member has a session of the game. */
  connected: boolean
  /** Omitted where the recipient has the user already. */
  user?: LobbyUser
}

/** Lobby as gateway events have it. */
export interface GatewayLobby extends LobbyObject {
  members: GatewayLobbyMember[]
  voice_states: LobbyVoiceState[]
  region: string | null
}

/** Returns a lobby member for the gateway. */
export function presentGatewayMember(
  member: StoredLobbyMember,
  user: User | undefined,
  presence: LobbyPresence,
): GatewayLobbyMember {
  return {
    ...presentLobbyMember(member),
    connected: presence.isConnected(member),
    ...(user ? { user: presentLobbyUser(user) } : {}),
  }
}

function presentLobbyUser(user: User): LobbyUser {
  const { id, username, discriminator, global_name, avatar, public_flags } = presentUser(user)
  return { id, username, discriminator, global_name, avatar, public_flags }
}

/** Returns a lobby for LOBBY_UPDATE, whose recipients have the users of its members. */
export function presentGatewayLobby(loaded: LoadedLobby, presence: LobbyPresence): GatewayLobby {
  return gatewayLobby(loaded, NO_USERS, { presence, voiceStates: presence.voiceStates(loaded.lobby.id) })
}

/** Returns a lobby for LOBBY_CREATE and READY: with the users of its members, connected members and the call. */
export function presentLobbyView(view: LobbyView, presence: LobbyPresence): GatewayLobby {
  const { lobby, linkedChannel } = view
  const voiceStates = view.voiceStates?.values() ?? presence.voiceStates(lobby.id)
  const loaded = { lobby, linkedChannel, members: [...view.members.values()] }
  return gatewayLobby(loaded, view.users, { presence, voiceStates })
}

function gatewayLobby(
  loaded: LoadedLobby,
  users: ReadonlyMap<Snowflake, User>,
  { presence, voiceStates }: { presence: LobbyPresence; voiceStates: Iterable<VoiceState> },
): GatewayLobby {
  const { lobby, members } = loaded
  return {
    ...presentLobby({ ...loaded, members: [] }),
    members: members.map((member) => presentGatewayMember(member, users.get(member.user_id), presence)),
    voice_states: [...voiceStates].map((state) => presentLobbyVoiceState(lobby.id, state)),
    region: null,
  }
}

const NO_USERS: ReadonlyMap<Snowflake, User> = new Map()

/** Voice state in the call of a lobby. */
export interface LobbyVoiceState extends VoiceStateObject {
  lobby_id: string
}

/** Returns a voice state in the call of a lobby. A user without a channel has left the call. */
export function presentLobbyVoiceState(lobbyId: Snowflake, state: VoiceState): LobbyVoiceState {
  return { ...presentVoiceState(state, { guild: false }), lobby_id: lobbyId.toString() }
}
