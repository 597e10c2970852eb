import {
  ApiError,
  allow,
  has,
  implicitPermissions,
  invalidForm,
  LobbyMemberFlag,
  Permission,
  refuse,
  type Verdict,
} from '@guildhall/protocol'
import type { GuildView } from '../../kernel/guild-view.ts'
import type { Channel } from '../../kernel/model.ts'
import { isOfLinkableKind } from '../channels/model.ts'

/** Permissions in a channel that a player needs to link it. */
export const LINK_PERMISSIONS = Permission.MANAGE_CHANNELS | Permission.VIEW_CHANNEL | Permission.SEND_MESSAGES

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

/** Returns whether a player with these permissions in a channel can link it to a lobby. */
function isLinkable(channel: Channel, permissions: bigint): boolean {
  return isOfLinkableKind(channel) && channel.linked_lobby === null && has(permissions, LINK_PERMISSIONS)
}

/** Returns the fields of a channel by which a game lets its player choose one to link. */
export function linkFields(view: GuildView, channel: Channel, permissions: bigint) {
  return {
    is_linkable: isLinkable(channel, permissions),
    is_viewable_and_writeable_by_all_members: isOpenToAllMembers(view, channel),
  }
}

/** Returns whether no member is kept from reading a channel or writing in it, so that a link exposes nothing. */
function isOpenToAllMembers(view: GuildView, channel: Channel): boolean {
  const both = Permission.VIEW_CHANNEL | Permission.SEND_MESSAGES
  const everyone = implicitPermissions(view.permissionsIn(channel, 0n, []), channel.type)
  const denied = channel.permission_overwrites.some(({ id, deny }) => id !== view.id && (deny & both) !== 0n)
  return has(everyone, both) && !denied
}
