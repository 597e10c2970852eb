import { ApiError, allow, invalidForm, LobbyMemberFlag, refuse, type Verdict } from '@guildhall/protocol'
import type { Channel } from '../../../kernel/model.ts'
import { isOfLinkableKind } from '../../guild/channels/model.ts'

/** Returns whether a member may change the link of a lobby. The game's server gives the flag. [LOB-9] */
export function mayChangeLink(member: { flags: number }): Verdict {
  if ((member.flags & LobbyMemberFlag.CAN_LINK_LOBBY) !== 0) return allow
  return refuse('MISSING_PERMISSIONS', 'needs CAN_LINK_LOBBY')
}

/** Returns whether a full account may link the lobby: players who created one by a secret cannot. */
export function mayLink(user: { provisional_for: bigint | null }, lobby: { by_secret: boolean }): Verdict {
  if (user.provisional_for !== null) return refuse('MISSING_PERMISSIONS', 'provisional accounts cannot link channels')
  if (lobby.by_secret) return refuse('MISSING_PERMISSIONS', 'lobbies that players created cannot be linked')
  return allow
}

/**
 * Rejects a channel that a lobby cannot be linked to.
 *
 * @throws CANNOT_EXECUTE_ON_CHANNEL_TYPE (50024); INVALID_FORM_BODY (50035) for an age-restricted channel, and for one
 *   that is linked to another lobby
 */
export function demandLinkableChannel(channel: Channel, lobbyId: bigint): void {
  if (!isOfLinkableKind({ ...channel, nsfw: false })) throw new ApiError('CANNOT_EXECUTE_ON_CHANNEL_TYPE')
  if (channel.nsfw)
    throw invalidForm(['channel_id'], 'LOBBY_CHANNEL_LINK_INVALID', 'Age-restricted channels cannot be linked.')
  if (channel.linked_lobby && channel.linked_lobby.lobby_id !== lobbyId)
    throw invalidForm(['channel_id'], 'LOBBY_CHANNEL_LINK_INVALID', 'This channel is linked to another lobby.')
}
