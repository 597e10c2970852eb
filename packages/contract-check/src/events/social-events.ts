/** Events of lobbies, relationships and game relationships. */
import { user, voiceState } from './objects.ts'
import {
  BOOLEAN,
  type Components,
  type Fields,
  ID,
  INTEGER,
  listOf,
  nullable,
  object,
  oneOf,
  type Schema,
  STRING,
  TIMESTAMP,
} from './shapes.ts'

/** Returns the schemas of events of lobbies and relationships. */
export function socialEvents(components: Components): Record<string, Schema> {
  const withoutUser = relationshipFields()
  const relationship = { ...withoutUser, user: user(components) }
  return {
    ...lobbyEvents(components),
    RELATIONSHIP_ADD: object({ ...relationship, 'should_notify?': BOOLEAN }),
    RELATIONSHIP_UPDATE: object(withoutUser),
    RELATIONSHIP_REMOVE: object(withoutUser),
    USER_MERGE_OPERATION_COMPLETED: object({ merge_operation_id: ID, source_user_id: ID }),
    GAME_RELATIONSHIP_ADD: gameRelationship(components),
    GAME_RELATIONSHIP_REMOVE: gameRelationship(components),
  }
}

function lobbyEvents(components: Components): Record<string, Schema> {
  const connected = components.of('LobbyMemberResponse')
  const state = voiceState(components, { lobby_id: ID })
  const lobby = components.like('LobbyResponse', {
    members: listOf(connected),
    'voice_states?': listOf(state),
    'region?': nullable(STRING),
  })
  const member = object({ member: connected, lobby_id: ID, application_id: ID })
  const message = components.of('LobbyMessageResponse')
  return {
    LOBBY_CREATE: lobby,
    LOBBY_UPDATE: lobby,
    LOBBY_DELETE: object({ id: ID, reason: oneOf('deleted', 'removed') }),
    LOBBY_MEMBER_ADD: member,
    LOBBY_MEMBER_UPDATE: member,
    LOBBY_MEMBER_REMOVE: member,
    LOBBY_MEMBER_CONNECT: object({ member: connected, lobby_id: ID }),
    LOBBY_MEMBER_DISCONNECT: object({ member: connected, lobby_id: ID }),
    LOBBY_MESSAGE_CREATE: message,
    LOBBY_MESSAGE_UPDATE: message,
    LOBBY_MESSAGE_DELETE: object({ id: ID, lobby_id: ID }),
    LOBBY_VOICE_STATE_UPDATE: state,
    LOBBY_VOICE_SERVER_UPDATE: object({ token: STRING, lobby_id: ID, endpoint: nullable(STRING) }),
  }
}

/** Users are sent once, with RELATIONSHIP_ADD. */
function relationshipFields(): Fields {
  return {
    id: ID,
    type: INTEGER,
    nickname: nullable(STRING),
    'is_spam_request?': BOOLEAN,
    'stranger_request?': BOOLEAN,
    'user_ignored?': BOOLEAN,
    'origin_application_id?': nullable(ID),
    'since?': TIMESTAMP,
    'has_played_game?': BOOLEAN,
    'note?': nullable(STRING),
  }
}

function gameRelationship(components: Components): Schema {
  return object({
    id: ID,
    application_id: ID,
    type: oneOf(1, 3, 4),
    'user?': user(components),
    since: TIMESTAMP,
    dm_access_type: INTEGER,
    user_id: ID,
  })
}
