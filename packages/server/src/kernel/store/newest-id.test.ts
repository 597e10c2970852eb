import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSqlite } from '../../adapters/sqlite/sqlite-store.ts'
import { migrations } from '../../migrations/index.ts'
import { migrate } from './migrate.ts'
import { newestId, tablesOfIds } from './newest-id.ts'

test('newestId covers every table with a snowflake as primary key, also those of later migrations', async () => {
  const later = [...migrations, ['CREATE TABLE lanterns (id BIGINT PRIMARY KEY, name TEXT NOT NULL)']]
  const store = openSqlite(':memory:')
  await migrate(store, later)
  assert.equal(await newestId(store, later), 0n)
  let id = 1n << 60n
  for (const { table, column } of tablesOfIds(later, 'sqlite')) {
    id += 1n
    await store.transaction(async (session) => {
      const columns = await session.raw<{ name: string; type: string }>(`PRAGMA table_info(${table})`)
      const values = columns.map(({ name, type }) => (name === column ? `${id}` : type === 'TEXT' ? `'${id}'` : '0'))
      await session.raw('PRAGMA defer_foreign_keys = ON')
      const insert = `INSERT INTO ${table} (${columns.map(({ name }) => name).join()}) VALUES (${values.join()})`
      await session.raw(insert)
      assert.equal(await newestId(storeOf(session), later), id, table)
      await session.raw(`DELETE FROM ${table}`)
    })
  }
  await store.close()

  /** Reads inside the transaction. */
  function storeOf(session: Parameters<Parameters<typeof store.transaction>[0]>[0]): typeof store {
    return { ...store, read: (use) => use(session) }
  }
})

test('tablesOfIds lists tables of ids that are easily forgotten', () => {
  const tables = tablesOfIds(migrations, 'postgres').map(({ table }) => table)
  for (const table of ['guilds', 'emojis', 'webhooks', 'stickers', 'scheduled_events', 'activity_instances'])
    assert.ok(tables.includes(table), table)
})
