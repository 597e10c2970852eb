import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { SerialQueue } from '../../kernel/queues.ts'
import { SharedCommit } from './shared-commit.ts'
import { openSqlite } from './sqlite-store.ts'

/** Opens a table on two connections, the second of which sees what is committed. */
async function open(context: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-commit-'))
  const path = join(folder, 'rows.db')
  const [writer, reader] = [new DatabaseSync(path), new DatabaseSync(path)]
  context.after(async () => {
    reader.close()
    writer.close()
    await rm(folder, { recursive: true })
  })
  writer.exec('PRAGMA journal_mode = WAL; PRAGMA foreign_keys = ON')
  writer.exec(
    'CREATE TABLE a (n INTEGER PRIMARY KEY); CREATE TABLE b (n INTEGER REFERENCES a (n) DEFERRABLE INITIALLY DEFERRED)',
  )
  const commits = new SharedCommit(writer)
  const queue = new SerialQueue()
  const log: string[] = []
  /** Runs a transaction that executes SQL and then waits for `held`. */
  const run = async (sql: string, held: Promise<unknown> = Promise.resolve()) => {
    const use = async () => {
      writer.exec(sql)
      await held
      return sql
    }
    const follow = () => ({ ended: () => void log.push(`ended ${sql}`), committed: () => void log.push(`done ${sql}`) })
    const whenCommitted = await queue.run(() => commits.run(use, follow))
    return whenCommitted()
  }
  const rows = () =>
    reader
      .prepare('SELECT n FROM a ORDER BY n')
      .all()
      .map(({ n }) => n)
  return { commits, run, rows, log }
}

const insert = (n: number) => `INSERT INTO a VALUES (${n})`

test('transactions of one turn are committed together, in their order', async (context) => {
  const { commits, run, rows, log } = await open(context)
  const all = Promise.all([1, 2, 3].map((n) => run(insert(n))))
  for (let step = 0; step < 50 && log.length < 3; step += 1) await null
  assert.deepEqual([log.length, rows()], [3, []])
  assert.notEqual(commits.pending, null)
  await all
  assert.equal(commits.pending, null)
  assert.deepEqual(rows(), [1, 2, 3])
  assert.deepEqual(log, [...[1, 2, 3].map((n) => `ended ${insert(n)}`), ...[1, 2, 3].map((n) => `done ${insert(n)}`)])
})

test('a transaction that fails leaves those before and behind it', async (context) => {
  const { run, rows } = await open(context)
  const tries = [insert(1), `${insert(2)}; SELECT * FROM nowhere`, insert(3), `${insert(4)}; ${insert(3)}`]
  const results = await Promise.allSettled(tries.map((sql) => run(sql)))
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled', 'rejected'],
  )
  assert.deepEqual(rows(), [1, 3])
  await assert.rejects(run(`${insert(5)}; SELECT * FROM nowhere`))
  await run(insert(6))
  assert.deepEqual(rows(), [1, 3, 6])
})

test('a commit that fails rejects every transaction of its group, and none is announced', async (context) => {
  const { commits, run, rows, log } = await open(context)
  const results = await Promise.allSettled([run(insert(1)), run('INSERT INTO b VALUES (9)'), run(insert(2))])
  assert.deepEqual(
    results.map(({ status }) => status),
    ['rejected', 'rejected', 'rejected'],
  )
  assert.deepEqual([rows(), commits.pending], [[], null])
  assert.deepEqual(
    log.filter((line) => line.startsWith('done')),
    [],
  )
  await run(insert(3))
  assert.deepEqual(rows(), [3])
})

test('transactions behind a slow one do not wait in its group', async (context) => {
  const { run, rows, log } = await open(context)
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const first = run(insert(1))
  const slow = run(insert(2), held)
  await nextTurn()
  await nextTurn()
  const last = run(insert(3))
  assert.deepEqual(rows(), [])
  release()
  await Promise.all([first, slow])
  assert.deepEqual(rows(), [1, 2])
  await last
  assert.deepEqual(log.slice(-4), [`done ${insert(1)}`, `done ${insert(2)}`, `ended ${insert(3)}`, `done ${insert(3)}`])
})

test('more transactions than a group takes are committed in several groups', async (context) => {
  const { run, rows } = await open(context)
  await Promise.all(Array.from({ length: 300 }, (_, n) => run(insert(n))))
  assert.equal(rows().length, 300)
})

test('a reader of the store waits for rows that events have announced to guild views', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-commit-'))
  const store = openSqlite(join(folder, 'store.db'))
  context.after(async () => {
    await store.close()
    await rm(folder, { recursive: true })
  })
  await store.transaction((session) => session.raw('CREATE TABLE a (n INTEGER)'))
  let shown = 0
  for (let n = 1; n <= 20; n += 1) {
    const writing = store.transaction((session) => session.raw(`INSERT INTO a VALUES (${n})`), {
      committed: () => {
        shown = n
      },
    })
    const read = async () => {
      await store.read(async (session) => {
        for (let step = 0; step < n; step += 1) await null
        const expected = shown
        const [row] = await session.raw<{ count: number }>('SELECT count(*) AS count FROM a')
        assert.ok((row?.count ?? 0) >= expected, `${row?.count} of ${expected}`)
      })
    }
    await Promise.all([writing, read(), read()])
  }
})
