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
  name: 'LOBBY_DELETE',
  intents: () => GameIntent.LOBBY_DELETE,
  present: ({ lobbyId }) => presentEnd(lobbyId, 'deleted'),
  effect: () => ({ kind: 'lobby-ended' }),
})

/** Payload of the events of a member. */
export interface LobbyMemberChange {
  readonly member: StoredLobbyMember
  readonly user?: User
}

/** Declares an event of a member. */
function memberEvent(name: string, applyToLobby: (view: LobbyView, change: LobbyMemberChange) => void) {
  return eventType<LobbyMemberChange>({
    ...LOBBY_EVENT,
    name,
    present: ({ member, user }, _variant, _urls, presence = NO_LOBBY_PRESENCE) => ({
      member: presentGatewayMember(member, user, presence),
      lobby_id: member.lobby_id.toString(),
      application_id: member.application_id.toString(),
    }),
    applyToLobby,
  })
}

function keep({ members, users }: LobbyView, { member, user }: LobbyMemberChange): void {
  members.set(member.user_id, member)
  if (user) users.set(user.id, user)
}

export const lobbyMemberAdd = memberEvent('LOBBY_MEMBER_ADD', keep)
export const lobbyMemberUpdate = memberEvent('LOBBY_MEMBER_UPDATE', keep)
export const lobbyMemberRemove = memberEvent('LOBBY_MEMBER_REMOVE', ({ members, users }, { member }) => {
  members.delete(member.user_id)
  users.delete(member.user_id)
})

/** Applies an event about state that `LobbyPresence` has: LOBBY_CREATE contains it. */
const inPresence = () => undefined

/** Declares the event of a member whose first session began or last session ended, for the other members. */
function connectionEvent(name: string) {
  return eventType<LobbyMemberChange>({
    ...LOBBY_EVENT,
    name,
    visibleTo: (viewer, { member }) => viewer.userId !== member.user_id,
    evaluateIndividually: ({ member }) => [member.user_id],
    present: ({ member }, _variant, _urls, presence = NO_LOBBY_PRESENCE) => ({
      member: presentGatewayMember(member, undefined, presence),
      lobby_id: member.lobby_id.toString(),
    }),
    applyToLobby: inPresence,
  })
}

export const lobbyMemberConnect = connectionEvent('LOBBY_MEMBER_CONNECT')
export const lobbyMemberDisconnect = connectionEvent('LOBBY_MEMBER_DISCONNECT')

/** Payload of LOBBY_VOICE_STATE_UPDATE. */
export interface LobbyVoiceChange {
  readonly lobbyId: Snowflake
  readonly state: VoiceState
}

export const lobbyVoiceStateUpdate = eventType<LobbyVoiceChange>({
  ...LOBBY_EVENT,
  name: 'LOBBY_VOICE_STATE_UPDATE',
  present: ({ lobbyId, state }) => presentLobbyVoiceState(lobbyId, state),
  applyToLobby: inPresence,
  effect: ({ lobbyId, state }) => ({ kind: 'state-changed', serverId: lobbyId, state }),
})

/** A restored session is in a call again. Clients know it there; only the voice server does not. */
export const lobbyVoiceStateRestored = eventType<LobbyVoiceChange>({
  name: '',
  intents: () => 0,
  visibleTo: () => false,
  present: () => null,
  effect: ({ lobbyId, state }) => ({ kind: 'state-changed', serverId: lobbyId, state }),
})

/** Payload of the events that begin and end a user's membership, on the topic of the user. */
export interface LobbyMembership {
  readonly lobbyId: Snowflake
  readonly applicationId: Snowflake
}

/** Makes the sessions of a new member watch the lobby. */
export const lobbyJoined = eventType<LobbyMembership>({
  name: '',
  intents: () => 0,
  visibleTo: () => false,
  present: () => null,
  effect: (membership) => ({ kind: 'lobby-membership-changed', change: { kind: 'joined', ...membership } }),
})

/** LOBBY_DELETE for a user who is no longer a member. Only sessions that watch the lobby receive it. */
export const lobbyLeft = eventType<LobbyMembership>({
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
