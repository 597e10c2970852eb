/** A look at the upgrade of a database before a start does it. */
import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { api, spawnPlatform } from '@guildhall/testing'
import postgres from 'postgres'
import { openPostgres } from '../../src/adapters/postgres/postgres-store.ts'
import { applyMigrations } from '../../src/kernel/store/migrate.ts'
import { migrations } from '../../src/migrations/index.ts'
import { runCommand } from '../support/command.ts'
import { dropTables, type TestStore, testStore } from '../support/test-store.ts'

const server = process.env.GUILDHALL_TEST_DATABASE_URL
/** Number of migrations that every node of the version before has. */
const OLDER = migrations.length - 2

const world = {
  users: { owner: { password: 'correct horse' } },
  applications: { echo: { owner: 'owner', bot: {} } },
  guilds: { lab: { owner: 'owner', bots: { echo: {} }, channels: { general: { type: 0 } } } },
}

describe('upgrades of a database', { skip: server ? false : 'no PostgreSQL' }, () => {
  let data = ''
  let store: TestStore
  const sql = () => postgres(store.databaseUrl ?? '', { max: 1 })
  before(async () => {
    data = await mkdtemp(join(tmpdir(), 'guildhall-upgrade-database-'))
  })
  after(() => rm(data, { recursive: true, force: true }))
  beforeEach(async () => {
    store = await testStore({ ...process.env, GUILDHALL_TEST_STORE: 'postgres' })
  })
  afterEach(async () => {
    await dropTables(store.databaseUrl ?? '')
    await store.drop()
  })

  const rehearse = () =>
    runCommand(['upgrade', '--rehearse', '--data', data, '--json'], { GUILDHALL_DATABASE_URL: store.databaseUrl })

  async function schemas(): Promise<string[]> {
    await using connection = Object.assign(sql(), { [Symbol.asyncDispose]: () => connection.end() })
    const rows = await connection`SELECT nspname FROM pg_namespace WHERE nspname LIKE 'guildhall\_rehearsal\_%'`
    return rows.map(({ nspname }) => String(nspname))
  }

  test('a copy in another schema is started while the platform works, and is gone at the end', async () => {
    await using platform = await spawnPlatform({ data, databaseUrl: store.databaseUrl ?? '', world, rateLimits: 'off' })
    const bot = api(platform.api, `Bot ${platform.world.applications.echo?.bot.token}`)
    const channel = `/channels/${platform.world.guilds.lab?.channels.general?.id}/messages`
    const first = await bot.post(channel, { content: 'before' })
    const abandoned = `guildhall_rehearsal_${Date.now() - 2 * 3_600_000}_0123abcd`
    const connection = sql()
    await connection`CREATE SCHEMA ${connection(abandoned)}`
    await connection.end()
    const [rehearsal, during] = await Promise.all([rehearse(), bot.post(channel, { content: 'during' })])
    assert.deepEqual([rehearsal.code, JSON.parse(rehearsal.stdout).ok], [0, true], rehearsal.stdout + rehearsal.stderr)
    assert.deepEqual(await schemas(), [])
    const { body } = await bot.get<{ id: string }[]>(channel)
    assert.deepEqual(
      body.map(({ id }) => id),
      [during.body.id, first.body.id],
    )
  })

  test('an older database stays as it is, and one of a newer version is refused', async () => {
    await dropTables(store.databaseUrl ?? '')
    const older = openPostgres(store.databaseUrl ?? '')
    await older.transaction((session) => applyMigrations(session, 'postgres', migrations.slice(0, OLDER)))
    const newest = () =>
      older.read((session) => session.raw<{ number: number }>('SELECT max(number) AS number FROM migrations'))
    try {
      const rehearsal = await rehearse()
      assert.equal(JSON.parse(rehearsal.stdout).ok, true, rehearsal.stdout + rehearsal.stderr)
      assert.equal(Number((await newest())[0]?.number), OLDER)
      await older.transaction((session) => session.raw('INSERT INTO migrations (number) VALUES (9000)'))
      const newer = await rehearse()
      assert.deepEqual([newer.code, newer.stdout], [1, ''])
      assert.match(newer.stderr, /has migration 9000, and this version knows \d+/)
      assert.deepEqual(await schemas(), [])
    } finally {
      await older.close()
    }
  })

  test('an empty database has nothing to rehearse, and none has a former store', async () => {
    await dropTables(store.databaseUrl ?? '')
    const empty = await rehearse()
    assert.deepEqual([empty.code, empty.stdout], [1, ''])
    assert.match(empty.stderr, /no platform has used it/)
    const env = { GUILDHALL_DATABASE_URL: store.databaseUrl }
    const back = await runCommand(['upgrade', '--return', '--data', data], env)
    assert.deepEqual([back.code, back.stdout], [2, ''])
    assert.match(back.stderr, /start the former program/)
    assert.deepEqual(
      (await readdir(tmpdir())).filter((name) => name.startsWith('guildhall-rehearsal-')),
      [],
    )
  })
})
