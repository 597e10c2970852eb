/** One process at a time uses a database. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import postgres from 'postgres'
import { spawnPlatform } from '../support/platform.ts'
import { testStore } from '../support/test-store.ts'

const SKIP = { skip: process.env.GUILDHALL_TEST_STORE === 'postgres' ? false : 'the embedded store has its own lock' }
const TIMEOUT = { timeout: 60_000 }
/** One key of stored secrets for all processes, which have their own data folders. */
const env = { GUILDHALL_SECRET_KEY: randomBytes(32).toString('base64') }
const world = { users: { ann: {} }, guilds: { lab: { owner: 'ann', channels: { general: {} } } } }

test('a second process on a database is refused and named the first; after kill -9 the next one starts at once', {
  ...SKIP,
  ...TIMEOUT,
}, async () => {
  const store = await testStore()
  const databaseUrl = store.databaseUrl
  try {
    const first = await spawnPlatform({ world, databaseUrl, env })
    await assert.rejects(spawnPlatform({ world, databaseUrl, env }), (error: Error) => {
      assert.match(error.message, new RegExp(`Process ${first.pid} on .* still uses it`))
      return true
    })
    await first.kill('SIGKILL')
    const second = await spawnPlatform({ world, databaseUrl, env })
    // A start says so if it waits for the end of a lease.
    assert.doesNotMatch(second.stderr(), /waiting until its lease/)
    assert.equal((await second.stop()).code, 0)
    const third = await spawnPlatform({ world, databaseUrl, env })
    assert.equal((await third.stop()).code, 0)
  } finally {
    await store.drop()
  }
})

test('one of two first starts at once makes the world, and the other is refused', { ...SKIP, ...TIMEOUT }, async () => {
  const store = await testStore()
  const databaseUrl = store.databaseUrl
  try {
    const starts = await Promise.allSettled([
      spawnPlatform({ world, databaseUrl, env }),
      spawnPlatform({ world, databaseUrl, env }),
    ])
    const started = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []))
    const refused = starts.flatMap((start) => (start.status === 'rejected' ? [String(start.reason)] : []))
    assert.equal(started.length, 1)
    assert.match(refused[0] ?? '', /still uses it/)
    assert.equal((await started[0]?.stop())?.code, 0)
  } finally {
    await store.drop()
  }
})

test('a process whose lease another one has taken stops', { ...SKIP, ...TIMEOUT }, async () => {
  const store = await testStore()
  const databaseUrl = store.databaseUrl
  try {
    const platform = await spawnPlatform({ world, databaseUrl, env })
    const sql = postgres(databaseUrl ?? '', { max: 1 })
    await sql`UPDATE nodes SET epoch = epoch + 1`
    await sql.end()
    await platform.exited
    assert.match(platform.stderr(), /another process has taken the database/)
  } finally {
    await store.drop()
  }
})

test('a start without its database says which one, and why', { ...TIMEOUT }, async () => {
  const databaseUrl = 'postgres://guildhall:secret@127.0.0.1:1/games'
  await assert.rejects(spawnPlatform({ world, databaseUrl, env }), (error: Error) => {
    assert.match(error.message, /The database 127\.0\.0\.1:1\/games cannot be used: connect ECONNREFUSED/)
    assert.doesNotMatch(error.message, /secret|\n +at /)
    return true
  })
})
