import { permissionsInGuild } from '@guildhall/client/questions'
import type { ClientState } from '@guildhall/client/records'
import { Permission } from '@guildhall/protocol'

const MODERATES =
  Permission.MANAGE_ROLES |
  Permission.MANAGE_NICKNAMES |
  Permission.MODERATE_MEMBERS |
  Permission.KICK_MEMBERS |
  Permission.BAN_MEMBERS

/** Returns whether the person has a permission that the dialog for a member is about. */
export function mayManage(state: ClientState, guildId: string | undefined, userId: string): boolean {
  if (!guildId || !state.guilds.get(guildId)?.members.has(userId)) return false
  const permissions = permissionsInGuild(state, guildId)
  return (permissions & (userId === state.self?.id ? MODERATES | Permission.CHANGE_NICKNAME : MODERATES)) !== 0n
}
