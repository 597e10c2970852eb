import { demand, Permission, Role } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { Int, Nullable, Optional, SnowflakeId, Type } from '../../../kernel/schema.ts'
import { guildWith } from '../../channels/index.ts'
import { actorOf, getRole, updateRole } from '../manage.ts'
import { presentRole } from '../present.ts'
import { mayManageRole } from '../rules.ts'

/** Modify Guild Role Positions: nothing at or above the own highest role moves, and nothing moves there. */
export const bulkUpdateGuildRoles = operation({
  id: 'bulk_update_guild_roles',
  method: 'PATCH',
  path: '/guilds/:guild_id/roles',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId }),
  body: Type.Array(Type.Object({ id: SnowflakeId, position: Optional(Nullable(Int(0, 1000))) })),
  answers: { 200: Type.Array(Role) },

  async run({ caller, params, body, work }) {
    const guild = await guildWith(work, caller, params.guild_id, Permission.MANAGE_ROLES)
    const actor = actorOf(guild)
    const moves = body.flatMap(({ id, position }) => (position == null ? [] : [{ role: getRole(guild, id), position }]))
    for (const { role, position } of moves) {
      if (role.id === role.guild_id || role.position === position) continue
      demand(mayManageRole(actor, Math.max(role.position, position)))
    }
    const roles = new Map(guild.view.roles)
    for (const { role, position } of moves) {
      if (role.id === role.guild_id || role.position === position) continue
      const changed = { ...role, position }
      roles.set(role.id, changed)
      await updateRole(work, role, changed)
    }
    return [...roles.values()].sort((a, b) => a.position - b.position).map(presentRole)
  },
})
