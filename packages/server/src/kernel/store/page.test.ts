import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { openSqlite } from '../../adapters/sqlite/sqlite-store.ts'
import { migrations } from '../../migrations/index.ts'
import { migrate } from './migrate.ts'
import { type Cursor, pageOf } from './page.ts'
import { db } from './statement.ts'

const IDS = [1n, 2n, 3n, 5n, 8n, 13n]

/** Returns the page that a cursor means, without SQL. */
function expected({ before, after, from = 'last', limit }: Cursor): bigint[] {
  const within = IDS.filter((id) => (before === undefined || id < before) && (after === undefined || id > after))
  const forwards = after !== undefined || (before === undefined && from === 'first')
  return forwards ? within.slice(0, limit) : within.slice(-limit)
}

test('pageOf returns the rows of any cursor in ascending order', async () => {
  const store = openSqlite(':memory:')
  await migrate(store, migrations)
  await store.transaction(async (session) => {
    for (const [guildId, ids] of [
      [1n, IDS],
      [2n, [4n, 6n]],
    ] as const)
      for (const user_id of ids)
        await session.run(db.insertInto('bans').values({ guild_id: guildId, user_id, reason: null, created_at: 0 }))
  })
  const bans = db.selectFrom('bans').select('user_id').where('guild_id', '=', 1n)
  const edge = fc.option(fc.bigInt(0n, 15n), { nil: undefined })
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        before: edge,
        after: edge,
        from: fc.constantFrom('first', 'last'),
        limit: fc.integer({ min: 1, max: 8 }),
      }),
      async (cursor) => {
        const rows = await store.read((session) => pageOf(session, bans, 'user_id', cursor))
        assert.deepEqual(
          rows.map(({ user_id }) => user_id),
          expected(cursor),
        )
      },
    ),
  )
  await store.close()
})
