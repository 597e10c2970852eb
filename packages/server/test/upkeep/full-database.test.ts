/** A database whose disk is full: what fills it leaves nothing, and works once there is room. */
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { spawnPlatform } from '@guildhall/testing'
import postgres from 'postgres'
import { withSnapshot } from '../../src/platform/backups/snapshot.ts'
import { sumTables } from '../../src/platform/backups/table-sums.ts'
import { runCommand } from '../support/command.ts'
import { type SmallDisk, smallDisk } from '../support/small-disk.ts'
import { dropTables, type TestStore, testStore } from '../support/test-store.ts'

const MIB = 1024 ** 2
/** Enough for an empty schema, and for one that is filled. */
const DISK_BYTES = 48 * MIB
const TABLESPACE = `guildhall_test_full_${process.pid}`

let folder = ''
let store: TestStore | null = null
let disk: SmallDisk | null = null
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guildhall-full-database-'))
  const server = process.env.GUILDHALL_TEST_DATABASE_URL
  if (!server) return
  store = await testStore({ GUILDHALL_TEST_STORE: 'postgres', GUILDHALL_TEST_DATABASE_URL: server })
  disk = await tablespace(server)
})
after(async () => {
  if (store?.databaseUrl !== undefined && disk !== null) {
    await dropTables(store.databaseUrl)
    await asAdministrator((sql) => sql`drop tablespace ${sql(TABLESPACE)}`)
  }
  await store?.drop()
  disk?.[Symbol.dispose]()
  await rm(folder, { recursive: true, force: true })
})

async function asAdministrator(task: (sql: postgres.Sql) => Promise<unknown>): Promise<void> {
  const sql = postgres(process.env.GUILDHALL_TEST_DATABASE_URL ?? '', { max: 1, onnotice: () => undefined })
  try {
    await task(sql)
  } finally {
    await sql.end()
  }
}

/** Makes a tablespace on a small disk. Returns null if the server is elsewhere, or this user may not. */
async function tablespace(server: string): Promise<SmallDisk | null> {
  const isHere = ['127.0.0.1', 'localhost'].includes(new URL(server).hostname)
  const made = isHere && spawnSync('id', ['postgres']).status === 0 ? smallDisk(DISK_BYTES) : null
  if (made === null) return null
  const place = join(made.path, 'space')
  execFileSync('chmod', ['755', made.path])
  execFileSync('install', ['-d', '-o', 'postgres', '-m', '700', place])
  try {
    await asAdministrator((sql) => sql.unsafe(`create tablespace ${TABLESPACE} location '${place}'`))
    return made
  } catch {
    // A server in a container, which sees other folders.
    made[Symbol.dispose]()
    return null
  }
}

/** Returns the address of the schema, whose new tables are on the small disk. */
function fullUrl(): string {
  const url = new URL(store?.databaseUrl ?? '')
  url.searchParams.set('default_tablespace', TABLESPACE)
  return url.href
}

const sums = (data: string, databaseUrl: string | null = null) => withSnapshot({ data, databaseUrl }, sumTables)

test('a database on a full disk refuses a move and a restore, keeps nothing, and takes them once there is room', async (context) => {
  if (store?.databaseUrl === undefined) return context.skip('no PostgreSQL')
  if (disk === null) return context.skip('this user may mount no disk for PostgreSQL')
  const data = join(folder, 'data')
  await (await spawnPlatform({ data })).stop()
  const archive = join(folder, 'whole.tar.zst')
  const backup = await runCommand(['backup', archive, '--data', data, '--plain'])
  assert.equal(backup.code, 0, backup.stderr)
  const rows = await sums(data)
  const target = join(folder, 'restored')
  for (const [args, made] of [
    [['move-store', '--data', data, '--to', fullUrl()], data],
    [['restore', archive, '--data', target, '--database-url', fullUrl()], target],
  ] as const) {
    await dropTables(store.databaseUrl)
    await disk.fill()
    const refused = await runCommand(args)
    assert.deepEqual([refused.code, refused.stdout], [1, ''], refused.stderr)
    assert.match(refused.stderr, /^The disk is full, or cannot be written\. Nothing was changed: .*No space left.*\n$/)
    assert.deepEqual(await sums('', store.databaseUrl), {})
    assert.deepEqual(await sums(data), rows)
    assert.deepEqual((await readdir(folder)).sort(), ['data', 'whole.tar.zst'])
    await disk.empty()
    const done = await runCommand(args)
    assert.equal(done.code, 0, done.stderr)
    assert.deepEqual((await sums('', store.databaseUrl)).messages, rows.messages)
    assert.ok(existsSync(made))
  }
})
