/** A start with an older store: upgraded on a copy, refused without harm, and taken back. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createReadStream, existsSync } from 'node:fs'
import { copyFile, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { buffer } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { createZstdDecompress, gzipSync } from 'node:zlib'
import { api, type SpawnedPlatform, spawnPlatform } from '@guildhall/testing'
import { openSqlite } from '../../src/adapters/sqlite/sqlite-store.ts'
import { headerBlocks, padding, TAR_END, TarReader } from '../../src/archive/tar.ts'
import { applyMigrations } from '../../src/kernel/store/migrate.ts'
import { migrations } from '../../src/migrations/index.ts'
import { UpgradeError } from '../../src/platform/upgrade/upgrade-error.ts'
import { upgradeStore } from '../../src/platform/upgrade/upgrade-store.ts'
import { runCommand, spawnCommand } from '../support/command.ts'
import { kills, momentsOf, pointsOf, runKilled } from '../support/killed-command.ts'
import { dropTables, testStore } from '../support/test-store.ts'
import { until } from '../support/until.ts'

const OLDER = 17
let folder = ''
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guildhall-upgrade-'))
})
after(() => rm(folder, { recursive: true, force: true }))

/** Makes a data folder with a store that has the first migrations only. */
async function olderFolder(name: string, count = OLDER): Promise<string> {
  const data = join(folder, name)
  await mkdir(data)
  const store = openSqlite(join(data, 'guildhall.db'))
  await store.transaction(async (session) => {
    await applyMigrations(session, 'sqlite', migrations.slice(0, count))
    await session.raw("INSERT INTO meta (key, value) VALUES ('kept', 'as it was')")
  })
  await store.close()
  return data
}

function facts(file: string): { migration: unknown; kept: unknown } {
  const database = new DatabaseSync(file)
  try {
    const migration = database.prepare('SELECT max(number) AS newest FROM migrations').get()?.newest
    return { migration, kept: database.prepare("SELECT value FROM meta WHERE key = 'kept'").get()?.value }
  } finally {
    database.close()
  }
}

/** Makes the tarball of a version, with the changes since 0.1.0. Returns its path. */
async function packRelease(version: string): Promise<string> {
  const files = {
    'package/package.json': JSON.stringify({ name: 'guildhall', version }),
    'package/CHANGELOG.md': `# guildhall\n\n## ${version}\n\n- new things\n\n## 0.1.0\n\n- old things\n`,
  }
  const blocks = Object.entries(files).flatMap(([name, text]) => {
    const content = Buffer.from(text)
    return [headerBlocks({ name, bytes: content.length }, 0), content, padding(content.length)]
  })
  const path = join(folder, 'releases', `guildhall-${version}.tgz`)
  await mkdir(dirname(path))
  await writeFile(path, gzipSync(Buffer.concat([...blocks, TAR_END])))
  return path
}

test('a start upgrades a copy, keeps the former store, and takes it back on request', async () => {
  const data = await olderFolder('whole')
  const tarball = await packRelease('9.9.9')
  const check = await runCommand(['upgrade', '--check', '--to', tarball, '--data', data, '--json'])
  assert.equal(check.code, 0, check.stderr)
  const { current, newest, notes, migrations_waiting, room_ok } = JSON.parse(check.stdout)
  assert.deepEqual([current, newest, migrations_waiting, room_ok], ['0.1.0', '9.9.9', migrations.length - OLDER, true])
  assert.equal(notes, '## 9.9.9\n\n- new things')
  const text = await runCommand(['upgrade', '--check', '--to', tarball, '--data', data])
  assert.match(text.stdout, /the newest is 9\.9\.9(?:.|\n)*\n## 9\.9\.9\n\n- new things\n$/)
  const rehearsal = await runCommand(['upgrade', '--rehearse', '--data', data, '--json'])
  assert.equal(JSON.parse(rehearsal.stdout).ok, true, rehearsal.stdout + rehearsal.stderr)
  assert.deepEqual(facts(join(data, 'guildhall.db')), { migration: OLDER, kept: 'as it was' })
  assert.deepEqual((await readdir(folder)).sort(), ['releases', 'whole'])

  const platform = await spawnPlatform({ data, args: ['--demo'] })
  assert.equal((await api(platform.api).get('/gateway')).status, 200)
  const running = await runCommand(['upgrade', '--return', '--data', data])
  assert.deepEqual([running.code, running.stdout], [1, ''])
  assert.match(running.stderr, /in use by another Guildhall/)
  await platform.stop()
  const former = join(data, `guildhall.db.before-${migrations.length}`)
  assert.deepEqual(facts(former), { migration: OLDER, kept: 'as it was' })
  assert.deepEqual(facts(join(data, 'guildhall.db')), { migration: migrations.length, kept: 'as it was' })

  const back = await runCommand(['upgrade', '--return', '--data', data, '--json'])
  assert.equal(back.code, 0, back.stderr)
  const returned = JSON.parse(back.stdout)
  assert.deepEqual([returned.ok, returned.from, returned.to], [true, migrations.length, OLDER])
  assert.ok(returned.lost.users > 0)
  assert.deepEqual(facts(join(data, 'guildhall.db')), { migration: OLDER, kept: 'as it was' })
  assert.ok(existsSync(returned.kept))
  const again = await runCommand(['upgrade', '--return', '--data', data])
  assert.equal(again.code, 1)
  assert.match(again.stderr, /There is no former store/)
})

test('a migration that fails, and a store of a newer version, leave everything as it was', async () => {
  const data = await olderFolder('failing')
  const path = join(data, 'guildhall.db')
  const names = await readdir(data)
  await assert.rejects(upgradeStore(path, [...migrations, ['CREATE TABLE broken (']]), UpgradeError)
  assert.deepEqual([await readdir(data), facts(path)], [names, { migration: OLDER, kept: 'as it was' }])

  const database = new DatabaseSync(path)
  database.exec(`INSERT INTO migrations (number) VALUES (${migrations.length + 7})`)
  database.exec("INSERT INTO meta (key, value) VALUES ('version', '7.0.0')")
  database.close()
  const start = await runCommand(['start', '--data', data, '--port', '0'])
  assert.deepEqual([start.code, start.stdout], [1, ''])
  assert.match(
    start.stderr,
    new RegExp(`migration ${migrations.length + 7}.*knows ${migrations.length}.*7\\.0\\.0.*--return`),
  )

  const damaged = join(folder, 'damaged')
  await mkdir(damaged)
  await writeFile(join(damaged, 'guildhall.db'), 'no database at all, but long enough to be looked at '.repeat(100))
  const refused = await runCommand(['start', '--data', damaged, '--port', '0'])
  assert.deepEqual([refused.code, refused.stdout], [1, ''])
  assert.match(refused.stderr, /guildhall restore/)
})

test('a start that is killed amid the upgrade leaves the former store or the new one', async () => {
  const older = await olderFolder('older')
  const data = join(folder, 'killed')
  await mkdir(data)
  for (const share of [0.2, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]) {
    for (const name of await readdir(data)) await rm(join(data, name), { recursive: true })
    await copyFile(join(older, 'guildhall.db'), join(data, 'guildhall.db'))
    const child = spawnCommand(['start', '--data', data, '--port', '0'])
    const timer = setTimeout(() => child.kill('SIGKILL'), share * 800)
    await once(child, 'close')
    clearTimeout(timer)
    const { migration, kept } = facts(join(data, 'guildhall.db'))
    assert.ok(migration === OLDER || migration === migrations.length, `migration ${migration}`)
    assert.equal(kept, 'as it was')
  }
  await (await spawnPlatform({ data })).stop()
  assert.equal(facts(join(data, 'guildhall.db')).migration, migrations.length)
  assert.equal(
    (await readdir(data)).some((name) => name.includes('.upgrading')),
    false,
  )
})

/** Responses of the version that made a store of the folder `stores`, with one of everything. */
interface Fixture {
  callers: Record<string, string>
  guild: string
  responses: { who: string; path: string; body: unknown }[]
}

/** Platform date soon after the responses were recorded. Later, threads are archived and polls end. */
const RECORDED = '2026-11-27T02:00:00Z'
const START = ['start', '--port', '0', '--json', '--date', RECORDED, '--data']

/** Unpacks the store of a released version into a data folder. */
async function releasedStore(version: string): Promise<{ data: string; fixture: Fixture }> {
  const data = join(folder, version)
  const source = createReadStream(join(import.meta.dirname, `stores/${version}.tar.zst`))
  const tar = new TarReader(source.pipe(createZstdDecompress()))
  for (let entry = await tar.next(); entry !== null; entry = await tar.next()) {
    await mkdir(dirname(join(data, entry.name)), { recursive: true })
    await writeFile(join(data, entry.name), await buffer(tar.content(entry.bytes)))
  }
  const fixture = JSON.parse(await readFile(join(data, 'responses.json'), 'utf8')) as Fixture
  await rm(join(data, 'responses.json'))
  return { data, fixture }
}

/** Fields that depend on the time, the address or the sessions, or whose meaning a later version has changed. */
const VARYING = /^(?:url|proxy_url|refreshed_urls|last_viewed_at)$/

/** Lists the paths of fields that a former response has, and that are another now. New fields are left out. */
function differences(before: unknown, now: unknown, path = ''): string[] {
  if (Array.isArray(before)) {
    if (!Array.isArray(now) || now.length !== before.length) return [`${path}: another length`]
    return before.flatMap((entry, index) => differences(entry, now[index], `${path}[${index}]`))
  }
  if (typeof before !== 'object' || before === null)
    return before === now ? [] : [`${path}: ${JSON.stringify(before)} is now ${JSON.stringify(now)}`]
  return Object.entries(before).flatMap(([key, value]) =>
    VARYING.test(key) ? [] : differences(value, (now as Record<string, unknown> | null)?.[key], `${path}.${key}`),
  )
}

/** Kills starts at points of the upgrade of a store, up to the one after which the upgraded store is in its place. */
async function killUpgrades(data: string): Promise<void> {
  const copy = `${data}-copy`
  await cp(data, copy, { recursive: true })
  const points = await pointsOf([...START, copy])
  const ends = points.indexOf('rename')
  assert.ok(ends > 0, points.join(', '))
  for (const moment of momentsOf(points.slice(0, ends + 2), kills)) await runKilled([...START, data], moment)
}

/** Asserts that a platform responds as the version that made its store. */
async function assertResponses(platform: SpawnedPlatform, fixture: Fixture): Promise<void> {
  for (const { who, path, body } of fixture.responses) {
    const now = await api(platform.api, fixture.callers[who]).get(path)
    assert.deepEqual(differences(body, now.body), [], `${who} ${path}`)
  }
  const alice = api(platform.api, fixture.callers.alice)
  // The first search after a restore makes the index.
  const search = `/guilds/${fixture.guild}/messages/search?content=words`
  await until('the index is made', async () => (await alice.get(search)).status === 200)
  const { body } = await alice.get<{ total_results: number }>(search)
  assert.equal(body.total_results, 1)
  const { path = '' } = fixture.responses.find((entry) => entry.path.endsWith('messages?limit=100')) ?? {}
  const messages = await alice.get<{ attachments: { url: string }[] }[]>(path)
  const [file] = messages.body.flatMap(({ attachments }) => attachments)
  assert.ok(file)
  const notes = await fetch(file.url)
  assert.equal(await notes.text(), 'some notes')
}

test('the store of 0.1.0 is upgraded with every response as it was, after kills too, and so is its backup', async (context) => {
  const { data, fixture } = await releasedStore('0.1.0')
  const archive = join(folder, '0.1.0-backup.tar.zst')
  const backup = await runCommand(['backup', archive, '--data', data, '--plain'])
  assert.equal(backup.code, 0, backup.stderr)
  const restored = join(folder, '0.1.0-restored')
  const restore = await runCommand(['restore', archive, '--data', restored])
  assert.equal(restore.code, 0, restore.stderr)
  await killUpgrades(data)
  for (const place of [data, restored]) {
    await using platform = await spawnPlatform({ data: place, date: RECORDED, rateLimits: 'off' })
    await assertResponses(platform, fixture)
  }
  await context.test('and moved to PostgreSQL', async (moved) => {
    const server = process.env.GUILDHALL_TEST_DATABASE_URL
    if (!server) return moved.skip('no PostgreSQL')
    const { databaseUrl = '', drop } = await testStore({ ...process.env, GUILDHALL_TEST_STORE: 'postgres' })
    try {
      await dropTables(databaseUrl)
      const move = await runCommand(['move-store', '--data', data, '--to', databaseUrl])
      assert.equal(move.code, 0, move.stderr)
      await using platform = await spawnPlatform({ data, databaseUrl, date: RECORDED, rateLimits: 'off' })
      await assertResponses(platform, fixture)
    } finally {
      await drop()
    }
  })
})
