import { demand, invalidForm, Permission, ROLES_MAX, RoleObject } from '@guildhall/protocol'
import { guildForCaller } from '../../../../access/guild.ts'
import { operation } from '../../../../kernel/operation.ts'
import { Int, OptionalNullable, SnowflakeId, Type } from '../../../../validation/schema.ts'
import { editRole } from '../actions/edit.ts'
import { getRole } from '../model.ts'
import { reordered } from '../order-rules.ts'
import { presentRole } from '../present.ts'
import { mayReorder, roleActorOf } from '../rules.ts'

/** Modify Guild Role Positions. Roles at or above the actor's highest role keep their place. */
export const bulkUpdateGuildRoles = operation({
  id: 'bulk_update_guild_roles',
  method: 'PATCH',
  path: '/guilds/:guild_id/roles',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId }),
  body: Type.Array(Type.Object({ id: SnowflakeId, position: OptionalNullable(Int(0, 1000)) }), {
    maxItems: ROLES_MAX,
  }),
  responses: { 200: Type.Array(RoleObject) },

  async run({ caller, params, body, work }) {
    const guild = await guildForCaller(work, caller, params.guild_id, Permission.MANAGE_ROLES)
    const moves = new Map<bigint, number>()
    for (const [index, { id, position }] of body.entries()) {
      const role = getRole(guild.view, id)
      if (position == null || position === role.position) continue
      if (id === guild.view.id)
        throw invalidForm([index, 'position'], 'BASE_TYPE_CHOICES', 'The everyone role has position 0.')
      moves.set(id, position)
    }
    const roles = new Map(guild.view.roles)
    const others = [...roles.values()].filter((role) => role.id !== guild.view.id)
    const positions = moves.size > 0 ? reordered(others, moves) : new Map<bigint, number>()
    if (moves.size > 0) demand(mayReorder(roleActorOf(guild), others, positions))
    for (const role of others) {
      const changed = { ...role, position: positions.get(role.id) ?? role.position }
      roles.set(role.id, changed)
      await editRole(work, role, changed)
    }
    return [...roles.values()].sort((a, b) => a.position - b.position).map(presentRole)
  },
})
