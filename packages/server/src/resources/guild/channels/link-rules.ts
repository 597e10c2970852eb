import { has, implicitPermissions, Permission } from '@guildhall/protocol'
import type { GuildView } from '../../../kernel/guild-view.ts'
import type { Channel } from '../../../kernel/model.ts'
import { isOfLinkableKind } from './model.ts'

/** Permissions in a channel that a player needs to link it. */
export const LINK_PERMISSIONS = Permission.MANAGE_CHANNELS | Permission.VIEW_CHANNEL | Permission.SEND_MESSAGES

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
