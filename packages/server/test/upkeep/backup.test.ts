/** `guildhall backup`, `guildhall restore` and `guildhall move-store`. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { api, spawnPlatform as spawnOnStore } from '@guildhall/testing'
import { readArchive } from '../../src/archive/read-archive.ts'
import { runCommand } from '../support/command.ts'
import { dropTables, testStore } from '../support/test-store.ts'

const world = {
  users: { ann: {}, bob: {} },
  applications: {},
  guilds: { lab: { owner: 'ann', members: ['bob'], channels: { general: {} } } },
}
const isPostgres = process.env.GUILDHALL_TEST_STORE === 'postgres'
let folder = ''
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guildhall-backup-'))
})
after(() => rm(folder, { recursive: true, force: true }))
const at = (name: string) => join(folder, name)

/** Runs a command that must succeed, and returns its JSON. */
async function done(...args: string[]): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await runCommand([...args, '--json'])
  assert.equal(code, 0, stderr)
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Record<string, unknown>
}

async function failed(code: number, text: RegExp, ...args: string[]): Promise<void> {
  const result = await runCommand(args)
  assert.deepEqual([result.code, result.stdout], [code, ''], result.stderr)
  assert.match(result.stderr, text)
  assert.doesNotMatch(result.stderr, /\n\s+at /)
}

test('restore refuses what is there, keeps it with --replace, and signs people out if asked to', async (context) => {
  if (isPostgres) return context.skip('the embedded store only')
  const data = at('small')
  const platform = await spawnOnStore({ data, world, rateLimits: 'off' })
  await failed(2, /No key is known/, 'backup', '--data', data)
  await failed(1, /holds no platform/, 'backup', '--data', at('nothing'), '--plain')
  const file = at('small.tar.zst')
  const plain = await runCommand(['backup', file, '--data', data, '--plain'])
  assert.deepEqual([plain.code, (await stat(file)).mode & 0o777], [0, 0o600])
  assert.match(plain.stderr, /is not encrypted/)
  await failed(1, /in use by another Guildhall/, 'restore', file, '--data', data, '--replace')
  await platform.stop()
  await failed(1, /is not empty/, 'restore', file, '--data', data)
  const wrong = at('wrong.tar.zst')
  await writeFile(wrong, (await readFile(file)).subarray(0, 2_000))
  const beside = await readdir(folder)
  await failed(1, /damaged|cut off/, 'restore', wrong, '--data', data, '--replace')
  await failed(1, /damaged|cut off/, 'restore', wrong, '--data', at('new'))
  assert.deepEqual(await readdir(folder), beside)
  await done('restore', file, '--data', data, '--replace', '--sign-out')
  const [former] = (await readdir(folder)).filter((name) => name.startsWith('small.before-'))
  assert.ok(former && existsSync(join(folder, former, 'guildhall.db')))
  await using restored = await spawnOnStore({ data, rateLimits: 'off' })
  assert.equal((await api(restored.api, platform.ann.token).get('/users/@me')).status, 401)
  assert.equal((await api(restored.api).get('/gateway')).status, 200)
})

test('--keep keeps the newest backups of a folder, and no other files go', async (context) => {
  if (isPostgres) return context.skip('the embedded store only')
  const data = at('kept')
  await (await spawnOnStore({ data, world })).stop()
  const backups = join(data, 'backups')
  await mkdir(backups)
  for (const name of ['guildhall-20200101T000000000Z.tar.zst', 'guildhall-20200102T000000000Z.tar.zst.age', 'mine'])
    await writeFile(join(backups, name), '')
  const { file } = await done('backup', '--data', data, '--plain', '--keep', '2')
  const names = ['guildhall-20200102T000000000Z.tar.zst.age', String(file).split('/').at(-1), 'mine']
  assert.deepEqual((await readdir(backups)).sort(), names.sort())
})

test('rows are the same after a way through the other store, and a database that is not empty is kept', async (context) => {
  const { databaseUrl, drop } = await testStore()
  if (databaseUrl === undefined) return context.skip('PostgreSQL only')
  await dropTables(databaseUrl)
  const [data, first, second, third] = [at('way'), at('way1.tar.zst'), at('way2.tar.zst'), at('way3.tar.zst')]
  await (await spawnOnStore({ data, world })).stop()
  await done('backup', first, '--data', data, '--plain')
  const inDatabase = ['--data', at('way-files'), '--database-url', databaseUrl]
  await done('restore', first, ...inDatabase)
  await failed(1, /is not empty/, 'restore', first, ...inDatabase)
  await done('backup', second, ...inDatabase, '--plain')
  await done('restore', second, '--data', at('way-back'))
  await done('backup', third, '--data', at('way-back'), '--plain')
  const [rows, ...others] = await Promise.all([first, second, third].map(tablesOf))
  for (const other of others) assert.deepEqual(other, rows)
  await done('restore', second, ...inDatabase, '--replace')
  await (await spawnOnStore({ data: at('way-files'), databaseUrl })).stop()
  await drop()
})

test('a platform moves to PostgreSQL and back, and both are compared', async (context) => {
  const { databaseUrl, drop } = await testStore()
  if (databaseUrl === undefined) return context.skip('PostgreSQL only')
  await dropTables(databaseUrl)
  const [data, back] = [at('moving'), at('moved-back')]
  const platform = await spawnOnStore({ data, world })
  await failed(1, /in use by another Guildhall/, 'move-store', '--data', data, '--to', databaseUrl)
  await platform.stop()
  await failed(2, /takes sqlite:DIR/, 'move-store', '--data', data, '--to', 'elsewhere')
  const there = (await done('move-store', '--data', data, '--to', databaseUrl)) as {
    tables: { users: { rows: number } }
  }
  assert.equal(there.tables.users.rows, 2)
  await failed(1, /is not empty/, 'move-store', '--data', data, '--to', databaseUrl)
  const home = await done('move-store', '--data', data, '--database-url', databaseUrl, '--to', `sqlite:${back}`)
  assert.deepEqual(home.tables, there.tables)
  assert.equal(
    (await readdir(folder)).some((name) => name.includes('.move-')),
    false,
  )
  await using restored = await spawnOnStore({ data: back })
  assert.equal((await api(restored.api, platform.ann.token).get('/users/@me')).status, 200)
  await drop()
})

/** Returns the members of an archive that hold rows. */
async function tablesOf(file: string) {
  const skip = async (_member: unknown, bytes: AsyncIterable<Uint8Array>) => {
    for await (const _ of bytes);
  }
  const { members } = await readArchive(file, null, { member: skip })
  return members.filter(({ name }) => name.startsWith('tables/'))
}
