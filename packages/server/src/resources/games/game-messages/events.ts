import { GameIntent, Intent, type Snowflake } from '@guildhall/protocol'
import { eventType } from '../../../kernel/event.ts'
import type { Viewer } from '../../../kernel/viewer.ts'
import { LOBBY_EVENT } from '../lobbies/events.ts'
import { type GameDm, type HydratedGameMessage, isInvite, type LoadedGameDm } from './model.ts'
import { presentGameDirectMessage, presentGameDm, presentGameDmDeletion, presentLobbyMessage } from './present.ts'

/** Payload of an event about a DM that exists only in a game, for one of its two users. */
interface GameDmEvent {
  readonly loaded: LoadedGameDm
  readonly viewerId: Snowflake
}

/** Payload of MESSAGE_CREATE and MESSAGE_UPDATE in such a DM. */
interface GameDmMessageEvent extends GameDmEvent {
  readonly hydrated: HydratedGameMessage
}

const inGame = (viewer: Viewer, { application_id }: GameDm) =>
  viewer.kind === 'game' && viewer.applicationId === application_id

/** CHANNEL_CREATE with the first message. People's own clients never receive it. */
export const gameDmCreate = eventType<GameDmEvent>({
  key: 'game-dm.created',
  name: 'CHANNEL_CREATE',
  intents: () => GameIntent.PRIVATE_CHANNELS,
  gameScope: () => 'dm_channels.read',
  visibleTo: (viewer, { loaded }) => inGame(viewer, loaded.dm),
  present: ({ loaded, viewerId }) => presentGameDm(loaded, viewerId),
})

function messageEvent(key: string, name: 'MESSAGE_CREATE' | 'MESSAGE_UPDATE') {
  return eventType<GameDmMessageEvent>({
    key,
    name,
    intents: () => Intent.DIRECT_MESSAGES | GameIntent.PRIVATE_CHANNELS,
    gameScope: ({ hydrated }) => (isInvite(hydrated.message) ? 'activities.read' : 'dm_channels.messages.read'),
    visibleTo: (viewer, { loaded }) => inGame(viewer, loaded.dm),
    present: ({ hydrated, loaded, viewerId }) => presentGameDirectMessage(hydrated, loaded, viewerId),
  })
}

export const gameDmMessageCreate = messageEvent('game-dm-message.created', 'MESSAGE_CREATE')
export const gameDmMessageUpdate = messageEvent('game-dm-message.updated', 'MESSAGE_UPDATE')

/** MESSAGE_DELETE in a DM that exists only in a game. */
export const gameDmMessageDelete = eventType<{ id: Snowflake; dm: GameDm; viewerId: Snowflake }>({
  key: 'game-dm-message.deleted',
  name: 'MESSAGE_DELETE',
  intents: () => Intent.DIRECT_MESSAGES | GameIntent.PRIVATE_CHANNELS,
  gameScope: () => 'dm_channels.messages.read',
  visibleTo: (viewer, { dm }) => inGame(viewer, dm),
  present: ({ id, dm, viewerId }) => presentGameDmDeletion(id, dm, viewerId),
})

function lobbyMessageEvent(key: string, name: 'LOBBY_MESSAGE_CREATE' | 'LOBBY_MESSAGE_UPDATE') {
  return eventType<HydratedGameMessage>({
    ...LOBBY_EVENT,
    key,
    name,
    present: (hydrated, _variant, urls) => presentLobbyMessage(hydrated, urls),
  })
}

export const lobbyMessageCreate = lobbyMessageEvent('lobby-message.created', 'LOBBY_MESSAGE_CREATE')
export const lobbyMessageUpdate = lobbyMessageEvent('lobby-message.updated', 'LOBBY_MESSAGE_UPDATE')

export const lobbyMessageDelete = eventType<{ id: Snowflake; lobbyId: Snowflake }>({
  ...LOBBY_EVENT,
  key: 'lobby-message.deleted',
  name: 'LOBBY_MESSAGE_DELETE',
  present: ({ id, lobbyId }) => ({ id: id.toString(), lobby_id: lobbyId.toString() }),
})
