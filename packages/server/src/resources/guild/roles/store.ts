import type { Snowflake } from '@guildhall/protocol'
import { pack, unpack } from '../../../kernel/json.ts'
import type { RoleData, StoredRole } from '../../../kernel/model.ts'
import { db } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'
import type { RoleTable } from '../../../kernel/store/tables.ts'
import { newRole, ROLE_DEFAULTS, type RoleInput } from './model.ts'

function roleOfRow(row: RoleTable): StoredRole {
  const { data, ...columns } = row
  return { ...ROLE_DEFAULTS, ...unpack<Partial<RoleData>>(data), ...columns }
}

function rowOfRole(role: StoredRole): RoleTable {
  const { id, guild_id, name, position, permissions, ...data } = role
  return { id, guild_id, name, position, permissions, data: pack(data) }
}

/** Lists all roles of a guild, including @everyone, in no order. */
export async function listRoles(session: StoreSession, guildId: Snowflake): Promise<StoredRole[]> {
  const rows = await session.all(db.selectFrom('roles').selectAll().where('guild_id', '=', guildId))
  return rows.map(roleOfRow)
}

/** Stores a new role with defaults for missing fields, and returns it. */
export async function insertRole(session: StoreSession, role: RoleInput): Promise<StoredRole> {
  const whole = newRole(role)
  await session.run(db.insertInto('roles').values(rowOfRole(whole)))
  return whole
}

/** Stores all fields of a role. */
export async function updateRole(session: StoreSession, role: StoredRole): Promise<void> {
  await session.run(db.updateTable('roles').set(rowOfRole(role)).where('id', '=', role.id))
}

/** Deletes the row of a role. */
export async function deleteRole(session: StoreSession, id: Snowflake): Promise<void> {
  await session.run(db.deleteFrom('roles').where('id', '=', id))
}
