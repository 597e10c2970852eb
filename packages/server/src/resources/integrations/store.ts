import type { Snowflake } from '@guildhall/protocol'
import { pack, unpack } from '../../kernel/json.ts'
import { db } from '../../kernel/store/statement.ts'
import type { StoreSession } from '../../kernel/store/store.ts'
import type { IntegrationTable } from '../../kernel/store/tables.ts'
import type { StoredIntegration } from './integration.ts'

function integrationOfRow({ data, ...columns }: IntegrationTable): StoredIntegration {
  return { ...columns, user_id: unpack<{ user_id?: Snowflake | null }>(data).user_id ?? null }
}

/** What shows that an application was added to a guild, and by whom. */
export async function insert(
  session: StoreSession,
  integration: Omit<StoredIntegration, 'user_id'> & { user_id?: Snowflake },
): Promise<void> {
  const { user_id = null, ...columns } = integration
  await session.run(db.insertInto('integrations').values({ ...columns, data: pack({ user_id }) }))
}

export async function find(
  session: StoreSession,
  guildId: Snowflake,
  id: Snowflake,
): Promise<StoredIntegration | undefined> {
  const row = await session.first(
    db.selectFrom('integrations').selectAll().where('guild_id', '=', guildId).where('id', '=', id),
  )
  return row && integrationOfRow(row)
}

export async function findOfApplication(
  session: StoreSession,
  guildId: Snowflake,
  applicationId: Snowflake,
): Promise<StoredIntegration | undefined> {
  const row = await session.first(
    db
      .selectFrom('integrations')
      .selectAll()
      .where('guild_id', '=', guildId)
      .where('application_id', '=', applicationId),
  )
  return row && integrationOfRow(row)
}

/** How many guilds have added an application. */
export async function countOfApplication(session: StoreSession, applicationId: Snowflake): Promise<number> {
  const row = await session.first(
    db
      .selectFrom('integrations')
      .select((eb) => eb.fn.countAll<number>().as('guilds'))
      .where('application_id', '=', applicationId),
  )
  return Number(row?.guilds ?? 0)
}

/** The oldest first. */
export async function listOfGuild(
  session: StoreSession,
  guildId: Snowflake,
  limit: number,
): Promise<StoredIntegration[]> {
  const rows = await session.all(
    db.selectFrom('integrations').selectAll().where('guild_id', '=', guildId).orderBy('id').limit(limit),
  )
  return rows.map(integrationOfRow)
}

export async function remove(session: StoreSession, id: Snowflake): Promise<void> {
  await session.run(db.deleteFrom('integrations').where('id', '=', id))
}
