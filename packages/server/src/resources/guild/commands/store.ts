import { CommandType, type Snowflake } from '@guildhall/protocol'
import { db } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'
import type { CommandTable } from '../../../kernel/store/tables.ts'
import type { CommandDraft, StoredCommand, StoredCommandPermissions } from './model.ts'

function commandOfRow(row: CommandTable): StoredCommand {
  const { data, ...columns } = row
  return { ...(JSON.parse(data) as CommandDraft), ...columns }
}

function rowOfCommand({ id, application_id, guild_id, type, name, version, ...rest }: StoredCommand): CommandTable {
  return { id, application_id, guild_id, type, name, version, data: JSON.stringify(rest) }
}

/** Returns the commands of one scope, oldest first. */
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

/** Returns a command by its id. */
export async function findCommand(session: StoreSession, id: Snowflake): Promise<StoredCommand | undefined> {
  const row = await session.first(db.selectFrom('commands').selectAll().where('id', '=', id))
  return row && commandOfRow(row)
}

/** Returns the commands with these ids, in any order. */
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

/** Inserts a command. */
export async function insertCommand(session: StoreSession, command: StoredCommand): Promise<void> {
  await session.run(db.insertInto('commands').values(rowOfCommand(command)))
}

/** Replaces the row of a command. */
export async function updateCommand(session: StoreSession, command: StoredCommand): Promise<void> {
  await session.run(db.updateTable('commands').set(rowOfCommand(command)).where('id', '=', command.id))
}

/** Deletes commands and their permissions. */
export async function deleteCommands(session: StoreSession, ids: readonly Snowflake[]): Promise<void> {
  if (ids.length === 0) return
  await session.run(db.deleteFrom('commands').where('id', 'in', [...ids]))
  await session.run(db.deleteFrom('command_permissions').where('target_id', 'in', [...ids]))
}

/** Deletes an application's permissions in a guild, and its commands there that are older than the id `before`. */
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

/** Returns the number of commands created in a scope on a day, counted from the epoch. */
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

/** Adds to the number of commands created in a scope on a day. */
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

/** Returns the command permissions of an application in a guild. */
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

/** Replaces the permissions of one target. An empty list deletes its row. */
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

/** Returns ids of applications that the user or the guild has installed, or that have one of the bots. */
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

/** Returns applications with an entry point, oldest first: users can launch their activities everywhere. */
export async function listEntryPointApplicationIds(session: StoreSession, limit: number): Promise<Snowflake[]> {
  const rows = await session.all(
    db
      .selectFrom('commands')
      .select('application_id')
      .where('type', '=', CommandType.PRIMARY_ENTRY_POINT)
      .orderBy('application_id')
      .limit(limit),
  )
  return rows.map((row) => row.application_id)
}

/** Deletes all commands of an application with their permissions. */
export async function deleteCommandsOfApplication(session: StoreSession, applicationId: Snowflake): Promise<void> {
  await session.run(db.deleteFrom('commands').where('application_id', '=', applicationId))
  await session.run(db.deleteFrom('command_permissions').where('application_id', '=', applicationId))
}
