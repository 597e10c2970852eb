import { ApiError, MessageFlag, MessageType, type Snowflake } from '@guildhall/protocol'
import type { Caller } from '../../../../kernel/caller.ts'
import type { Work } from '../../../../kernel/work.ts'
import { lobbyForMember, type StoredLobby, type StoredLobbyMember } from '../../lobbies/index.ts'
import { GAME_MESSAGE_DEFAULTS, type HydratedGameMessage, type StoredGameMessage } from '../model.ts'
import { type LobbyMessageRequest, metadataOf } from '../requests.ts'
import { gameFlags } from '../rules.ts'
import { findGameMessage, findNewestGameMessageId } from '../store.ts'
import { saveNewLobbyMessage } from './save-lobby-message.ts'

/** Sends a message to a lobby for one of its members. [END-20] [END-21] */
export async function sendLobbyMessage(
  work: Work,
  { lobby, member }: { lobby: StoredLobby; member: StoredLobbyMember },
  body: LobbyMessageRequest,
): Promise<HydratedGameMessage> {
  const content = body.content ?? ''
  if (content === '') throw new ApiError('EMPTY_MESSAGE')
  return saveNewLobbyMessage(work, {
    ...GAME_MESSAGE_DEFAULTS,
    id: await nextMessageId(work, lobby.id),
    channel_id: lobby.id,
    application_id: lobby.application_id,
    author_id: member.user_id,
    type: MessageType.DEFAULT,
    flags: gameFlags(body.flags),
    content,
    edited_at: null,
    additional_name: member.additional_name,
    metadata: metadataOf(body.metadata),
    nonce: body.nonce ?? null,
  })
}

/** Returns an id above those of the messages of a lobby, which nodes with other clocks may have made. */
async function nextMessageId(work: Work, lobbyId: Snowflake): Promise<Snowflake> {
  const newest = work.isShared ? await findNewestGameMessageId(work, lobbyId) : undefined
  if (newest !== undefined) work.makeIdsAbove(newest)
  return work.nextId()
}

/**
 * Returns a lobby message that the caller sent from the game, with its lobby.
 *
 * @throws UNKNOWN_MESSAGE (10008); CANNOT_EDIT_MESSAGE_OF_OTHERS (50005); the errors of `lobbyForMember`
 */
export async function ownLobbyMessage(
  work: Work,
  caller: Caller,
  { lobby_id, message_id }: { lobby_id: Snowflake; message_id: Snowflake },
): Promise<{ lobby: StoredLobby; message: StoredGameMessage }> {
  const { lobby } = await lobbyForMember(work, caller, lobby_id)
  const message = await lobbyMessage(work, lobby, message_id)
  const sentByGame = (message.flags & MessageFlag.SENT_BY_SOCIAL_LAYER_INTEGRATION) !== 0
  if (message.author_id !== caller.userId || !sentByGame) throw new ApiError('CANNOT_EDIT_MESSAGE_OF_OTHERS')
  return { lobby, message }
}

/** Returns a message of a lobby. @throws UNKNOWN_MESSAGE (10008) */
export async function lobbyMessage(work: Work, lobby: StoredLobby, id: Snowflake): Promise<StoredGameMessage> {
  const message = await findGameMessage(work, lobby.id, id)
  if (!message) throw new ApiError('UNKNOWN_MESSAGE')
  return message
}
