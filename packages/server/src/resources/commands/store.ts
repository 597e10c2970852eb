import type { Snowflake } from '@guildhall/protocol'
import { db } from '../../kernel/store/statement.ts'
import type { StoreSession } from '../../kernel/store/store.ts'
import type { CommandTable } from '../../kernel/store/tables.ts'
import type { StoredCommand, StoredCommandPermissions } from './model.ts'
import type { CommandDraft } from './rules.ts'

export const GLOBAL = 0n

function commandOfRow(row: CommandTable): StoredCommand {
  const { data, ...columns } = row
  return { ...(JSON.parse(data) as CommandDraft), ...columns }
}

function rowOfCommand({ id, application_id, guild_id, type, name, version, ...rest }: StoredCommand): CommandTable {
  return { id, application_id, guild_id, type, name, version, data: JSON.stringify(rest) }
}

export async function listCommands(
  session: StoreSession,
  applicationId: Snowflake,
  guildId: Snowflake,
): Promise<StoredCommand[]> {
  const rows = await session.all(
    db
      .selectFrom('commands')
      .selectAll()
      .where('application_id', '=', applicationId)
      .where('guild_id', '=', guildId)
      .orderBy('id'),
  )
  return rows.map(commandOfRow)
}

export async function findCommand(session: StoreSession, id: Snowflake): Promise<StoredCommand | undefined> {
  const row = await session.first(db.selectFrom('commands').selectAll().where('id', '=', id))
  return row && commandOfRow(row)
}

export async function listCommandsById(session: StoreSession, ids: readonly Snowflake[]): Promise<StoredCommand[]> {
  if (ids.length === 0) return []
  const rows = await session.all(
    db
      .selectFrom('commands')
      .selectAll()
      .where('id', 'in', [...ids]),
  )
  return rows.map(commandOfRow)
}

export async function insertCommand(session: StoreSession, command: StoredCommand): Promise<void> {
  await session.run(db.insertInto('commands').values(rowOfCommand(command)))
}

export async function updateCommand(session: StoreSession, command: StoredCommand): Promise<void> {
  await session.run(db.updateTable('commands').set(rowOfCommand(command)).where('id', '=', command.id))
}

export async function deleteCommands(session: StoreSession, ids: readonly Snowflake[]): Promise<void> {
  if (ids.length === 0) return
  await session.run(db.deleteFrom('commands').where('id', 'in', [...ids]))
  await session.run(db.deleteFrom('command_permissions').where('target_id', 'in', [...ids]))
}

/** All that an application had in a guild before a moment, which is given as an id. */
export async function deleteCommandsOfGuild(
  session: StoreSession,
  { applicationId, guildId, before }: { applicationId: Snowflake; guildId: Snowflake; before: Snowflake },
): Promise<void> {
  await session.run(
    db
      .deleteFrom('commands')
      .where('application_id', '=', applicationId)
      .where('guild_id', '=', guildId)
      .where('id', '<', before),
  )
  await session.run(
    db.deleteFrom('command_permissions').where('guild_id', '=', guildId).where('application_id', '=', applicationId),
  )
}

export async function countCreates(
  session: StoreSession,
  applicationId: Snowflake,
  guildId: Snowflake,
  day: number,
): Promise<number> {
  const row = await session.first(
    db
      .selectFrom('command_creates')
      .select('created')
      .where('application_id', '=', applicationId)
      .where('guild_id', '=', guildId)
      .where('day', '=', day),
  )
  return row?.created ?? 0
}

export async function addCreates(
  session: StoreSession,
  applicationId: Snowflake,
  guildId: Snowflake,
  day: number,
  more: number,
): Promise<void> {
  await session.run(
    db
      .insertInto('command_creates')
      .values({ application_id: applicationId, guild_id: guildId, day, created: more })
      .onConflict((conflict) =>
        conflict
          .columns(['application_id', 'guild_id', 'day'])
          .doUpdateSet((eb) => ({ created: eb('command_creates.created', '+', more) })),
      ),
  )
}

export async function listCommandPermissions(
  session: StoreSession,
  applicationId: Snowflake,
  guildId: Snowflake,
): Promise<StoredCommandPermissions[]> {
  const rows = await session.all(
    db
      .selectFrom('command_permissions')
      .selectAll()
      .where('guild_id', '=', guildId)
      .where('application_id', '=', applicationId),
  )
  return rows.map((row) => ({
    target_id: row.target_id,
    permissions: JSON.parse(row.data) as StoredCommandPermissions['permissions'],
  }))
}

export async function upsertCommandPermissions(
  session: StoreSession,
  applicationId: Snowflake,
  guildId: Snowflake,
  { target_id, permissions }: StoredCommandPermissions,
): Promise<void> {
  const data = JSON.stringify(permissions)
  if (permissions.length === 0) {
    await session.run(
      db
        .deleteFrom('command_permissions')
        .where('guild_id', '=', guildId)
        .where('application_id', '=', applicationId)
        .where('target_id', '=', target_id),
    )
    return
  }
  await session.run(
    db
      .insertInto('command_permissions')
      .values({ application_id: applicationId, guild_id: guildId, target_id, data })
      .onConflict((conflict) => conflict.columns(['guild_id', 'application_id', 'target_id']).doUpdateSet({ data })),
  )
}

/** Applications with commands that a person might use in a guild, or with these bots: their own and the guild's. */
export async function listCandidateApplicationIds(
  session: StoreSession,
  where: { guildId: Snowflake | null; userId: Snowflake; botIds: readonly Snowflake[] },
  limit: number,
): Promise<Snowflake[]> {
  const rows = await session.all(
    db
      .selectFrom('applications')
      .select('id')
      .where((eb) =>
        eb.or([
          eb(
            'id',
            'in',
            eb
              .selectFrom('integrations')
              .select('application_id')
              .where('guild_id', '=', where.guildId ?? 0n),
          ),
          eb(
            'id',
            'in',
            eb.selectFrom('application_installs').select('application_id').where('user_id', '=', where.userId),
          ),
          ...(where.botIds.length > 0 ? [eb('bot_id', 'in', [...where.botIds])] : []),
        ]),
      )
      .orderBy('id')
      .limit(limit),
  )
  return rows.map((row) => row.id)
}
