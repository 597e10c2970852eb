import { ApiError, ROLES_MAX } from '@guildhall/protocol'
import { guildTopic } from '../../../../kernel/event.ts'
import type { GuildView } from '../../../../kernel/guild-view.ts'
import type { StoredRole } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { removeImage } from '../../../accounts/files/index.ts'
import { guildRoleCreate, guildRoleDelete, guildRoleUpdate } from '../events.ts'
import * as store from '../store.ts'

/**
 * Stores and emits a new role directly above @everyone, and moves all other roles one position up.
 *
 * @throws TOO_MANY_ROLES (30005) in a guild with the maximum number of roles
 */
export async function createRole(work: Work, view: GuildView, role: StoredRole): Promise<void> {
  if (view.roles.size >= ROLES_MAX) throw new ApiError('TOO_MANY_ROLES')
  for (const other of view.roles.values())
    if (other.id !== view.id) await saveRole(work, { ...other, position: other.position + 1 })
  await store.insertRole(work, role)
  work.emit(guildRoleCreate, guildTopic(role.guild_id), role)
}

/** Stores a changed role and emits it. */
export async function saveRole(work: Work, role: StoredRole): Promise<void> {
  await store.updateRole(work, role)
  work.emit(guildRoleUpdate, guildTopic(role.guild_id), role)
}

/** Deletes a role and emits it. `removeRole` of `members` also takes it from its members. */
export async function deleteRole(work: Work, role: StoredRole): Promise<void> {
  await store.deleteRole(work, role.id)
  await removeImage(work, `role-icons/${role.id}`, role.icon)
  work.emit(guildRoleDelete, guildTopic(role.guild_id), { guildId: role.guild_id, roleId: role.id })
}

/** Stores a role of a guild that is being created. Emits nothing, because GUILD_CREATE contains the role. */
export async function addRoleOfNewGuild(work: Work, role: Parameters<typeof store.insertRole>[1]): Promise<void> {
  await store.insertRole(work, role)
}
