import { GameIntent, type Snowflake } from '@guildhall/protocol'
import { eventType } from '../../../kernel/event.ts'
import type { LoadedLobby, StoredLobbyMember } from '../../../kernel/lobby-model.ts'
import { NO_LOBBY_PRESENCE } from '../../../kernel/lobby-presence.ts'
import type { LobbyView } from '../../../kernel/lobby-view.ts'
import type { User, VoiceState } from '../../../kernel/model.ts'
import type { LobbyEnd } from './model.ts'
import { presentGatewayLobby, presentGatewayMember, presentLobbyVoiceState } from './present.ts'

/** OAuth2 scope with which a game's session receives events of lobbies. */
export const LOBBY_SCOPE = 'lobbies.write'

/** Fields of event types on the topic of a lobby, which only sessions of members watch. */
export const LOBBY_EVENT = {
  intents: () => GameIntent.LOBBIES,
  gameScope: () => LOBBY_SCOPE,
  visibleTo: () => true,
} as const

export const lobbyUpdate = eventType<LoadedLobby>({
  ...LOBBY_EVENT,
  key: 'lobby.updated',
  name: 'LOBBY_UPDATE',
  present: (loaded, _variant, _urls, presence = NO_LOBBY_PRESENCE) => presentGatewayLobby(loaded, presence),
  applyToLobby(view, { lobby, linkedChannel }) {
    view.lobby = lobby
    view.linkedChannel = linkedChannel
  },
})

/** LOBBY_DELETE for all members of a lobby that no longer exists. */
export const lobbyDelete = eventType<{ lobbyId: Snowflake }>({
  ...LOBBY_EVENT,
  key: 'lobby.deleted',
  name: 'LOBBY_DELETE',
  intents: () => GameIntent.LOBBY_DELETE,
  present: ({ lobbyId }) => presentEnd(lobbyId, 'deleted'),
  effect: () => ({ kind: 'lobby-ended' }),
})

/** Payload of the events of a member. */
export interface LobbyMemberChange {
  readonly member: StoredLobbyMember
  readonly user?: User
  /** Whether a member who is added is connected; absent where that is in memory. */
  readonly connected?: boolean
}

/** Declares an event of a member. */
function memberEvent(key: string, name: string, applyToLobby: (view: LobbyView, change: LobbyMemberChange) => void) {
  return eventType<LobbyMemberChange>({
    ...LOBBY_EVENT,
    key,
    name,
    present: ({ member, user }, _variant, _urls, presence = NO_LOBBY_PRESENCE) => ({
      member: presentGatewayMember(member, user, presence),
      lobby_id: member.lobby_id.toString(),
      application_id: member.application_id.toString(),
    }),
    applyToLobby,
  })
}

function keep({ members, users, connections }: LobbyView, { member, user, connected }: LobbyMemberChange): void {
  if (connected !== undefined) connections?.set(member.user_id, connected)
  members.set(member.user_id, member)
  if (user) users.set(user.id, user)
}

export const lobbyMemberAdd = memberEvent('lobby-member.added', 'LOBBY_MEMBER_ADD', keep)
export const lobbyMemberUpdate = memberEvent('lobby-member.updated', 'LOBBY_MEMBER_UPDATE', keep)
export const lobbyMemberRemove = memberEvent(
  'lobby-member.removed',
  'LOBBY_MEMBER_REMOVE',
  ({ members, users, connections }, { member }) => {
    connections?.delete(member.user_id)
    members.delete(member.user_id)
    users.delete(member.user_id)
  },
)

/** Declares the event of a member whose first session began or last session ended, for the other members. */
function connectionEvent(key: string, name: string, connected: boolean) {
  return eventType<LobbyMemberChange>({
    ...LOBBY_EVENT,
    key,
    name,
    visibleTo: (viewer, { member }) => viewer.userId !== member.user_id,
    evaluateIndividually: ({ member }) => [member.user_id],
    present: ({ member }, _variant, _urls, presence = NO_LOBBY_PRESENCE) => ({
      member: presentGatewayMember(member, undefined, presence),
      lobby_id: member.lobby_id.toString(),
    }),
    // LOBBY_CREATE contains it: from the view, or from `LobbyPresence`.
    applyToLobby: ({ connections }, { member }) => void connections?.set(member.user_id, connected),
  })
}

export const lobbyMemberConnect = connectionEvent('lobby-member.connected', 'LOBBY_MEMBER_CONNECT', true)
export const lobbyMemberDisconnect = connectionEvent('lobby-member.disconnected', 'LOBBY_MEMBER_DISCONNECT', false)

/** Payload of LOBBY_VOICE_STATE_UPDATE. */
export interface LobbyVoiceChange {
  readonly lobbyId: Snowflake
  readonly state: VoiceState
}

export const lobbyVoiceStateUpdate = eventType<LobbyVoiceChange>({
  ...LOBBY_EVENT,
  key: 'lobby-voice-state.changed',
  name: 'LOBBY_VOICE_STATE_UPDATE',
  present: ({ lobbyId, state }) => presentLobbyVoiceState(lobbyId, state),
  applyToLobby: ({ voiceStates }, { state }) => {
    if (state.channel_id === null) voiceStates?.delete(state.user_id)
    else voiceStates?.set(state.user_id, state)
  },
  effect: ({ lobbyId, state }) => ({ kind: 'state-changed', serverId: lobbyId, state }),
})

/** A restored session is in a call again. Clients know it there; only the voice server does not. */
export const lobbyVoiceStateRestored = eventType<LobbyVoiceChange>({
  key: 'lobby-voice-state.restored',
  name: '',
  intents: () => 0,
  visibleTo: () => false,
  present: () => null,
  effect: ({ lobbyId, state }) => ({ kind: 'state-changed', serverId: lobbyId, state, before: state }),
})

/** Payload of the events that begin and end a user's membership, on the topic of the user. */
export interface LobbyMembership {
  readonly lobbyId: Snowflake
  readonly applicationId: Snowflake
}

/** Makes the sessions of a new member watch the lobby. */
export const lobbyJoined = eventType<LobbyMembership>({
  key: 'lobby.joined',
  name: '',
  intents: () => 0,
  visibleTo: () => false,
  present: () => null,
  effect: (membership) => ({ kind: 'lobby-membership-changed', change: { kind: 'joined', ...membership } }),
})

/** LOBBY_DELETE for a user who is no longer a member. Only sessions that watch the lobby receive it. */
export const lobbyLeft = eventType<LobbyMembership>({
  key: 'lobby.left',
  name: 'LOBBY_DELETE',
  intents: () => GameIntent.LOBBY_DELETE,
  gameScope: () => LOBBY_SCOPE,
  visibleTo: (viewer, { applicationId }) => viewer.applicationId === applicationId,
  present: ({ lobbyId }) => presentEnd(lobbyId, 'removed'),
  effect: (membership) => ({ kind: 'lobby-membership-changed', change: { kind: 'left', ...membership } }),
})

function presentEnd(lobbyId: Snowflake, reason: LobbyEnd): { id: string; reason: LobbyEnd } {
  return { id: lobbyId.toString(), reason }
}
