import type { Snowflake } from '@guildhall/protocol'
import { db } from '../../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../../kernel/store/store.ts'
import { indexingContinues } from '../jobs.ts'

/** Progress of the text index of a guild. */
export interface IndexState {
  /** Whether all earlier messages are indexed. */
  readonly ready: boolean
  /** Messages indexed so far. */
  readonly documents: number
}

/** Returns the state of a guild's index, or undefined when no one has searched the guild yet. */
export async function findIndexState(session: StoreSession, guildId: Snowflake): Promise<IndexState | undefined> {
  const row = await session.first(db.selectFrom('search_guilds').selectAll().where('guild_id', '=', guildId))
  return row && { ready: row.ready === 1, documents: row.documents }
}

/** Creates the index state of a guild. */
export async function insertIndexState(session: StoreSession, guildId: Snowflake, state: IndexState): Promise<void> {
  await session.run(db.insertInto('search_guilds').values({ guild_id: guildId, ...columnsOf(state) }))
}

/** Changes the index state of a guild. */
export async function updateIndexState(session: StoreSession, guildId: Snowflake, state: IndexState): Promise<void> {
  await session.run(db.updateTable('search_guilds').set(columnsOf(state)).where('guild_id', '=', guildId))
}

const columnsOf = ({ ready, documents }: IndexState) => ({ ready: ready ? 1 : 0, documents })

/** Returns whether a job that indexes the guild's messages is pending. */
export async function isIndexingPending(session: StoreSession, guildId: Snowflake): Promise<boolean> {
  const job = db.selectFrom('jobs').select('id').where('kind', '=', indexingContinues.kind)
  return (await session.first(job.where('key', '=', guildId.toString()))) !== undefined
}
