/** A full disk: commands fail with one line and change nothing, and the platform works on. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { api, spawnPlatform } from '@guildhall/testing'
import { openSqlite } from '../../src/adapters/sqlite/sqlite-store.ts'
import { applyMigrations } from '../../src/kernel/store/migrate.ts'
import { migrations } from '../../src/migrations/index.ts'
import { withSnapshot } from '../../src/platform/backups/snapshot.ts'
import { sumTables } from '../../src/platform/backups/table-sums.ts'
import { type Finished, runCommand } from '../support/command.ts'
import { kills, momentsOf, pointsOf, runFull } from '../support/killed-command.ts'
import { type SmallDisk, smallDisk } from '../support/small-disk.ts'
import { until } from '../support/until.ts'

const MIB = 1024 ** 2
const OLDER = 17
const UNFINISHED = /\.new$|\.restoring$|\.(?:move|rehearsal)-|\.(?:links|sending)$|\.upgrading/

let folder = ''
let archive = ''
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guildhall-full-disk-'))
  archive = join(folder, 'whole.tar.zst')
  await (await spawnPlatform({ data: join(folder, 'data') })).stop()
  const { code, stderr } = await runCommand(['backup', archive, '--data', join(folder, 'data'), '--plain'])
  assert.equal(code, 0, stderr)
})
after(() => rm(folder, { recursive: true, force: true }))

/** Returns the rows of a store, without the log, to which the command of a backup adds. */
async function rowsOf(data: string) {
  const { operators_log: _, ...tables } = await withSnapshot({ data, databaseUrl: null }, sumTables)
  return tables
}

/** Asserts that a command failed with one line that names the cause. */
function assertRefused({ code, stdout, stderr }: Finished, label = ''): void {
  assert.deepEqual([code, stdout], [1, ''], `${label}: ${stderr}`)
  assert.match(stderr, /room|disk is full|ENOSPC|no space/i, label)
  assert.doesNotMatch(stderr, /\n\s+at /, label)
}

async function unfinishedIn(path: string): Promise<string[]> {
  return (await readdir(path)).filter((name) => UNFINISHED.test(name))
}

test('commands for which the disk is full at any point change nothing, and work once there is room', async () => {
  const data = join(folder, 'data')
  const place = join(folder, 'points')
  const [file, target] = [join(place, 'b.tar.zst'), join(place, 'r')]
  const rows = await rowsOf(data)
  for (const [args, made] of [
    [['backup', file, '--data', data, '--plain'], file],
    [['restore', archive, '--data', target], target],
  ] as const) {
    const points = await pointsOf(args)
    for (const moment of momentsOf(points, kills)) {
      await rm(place, { recursive: true, force: true })
      const label = `${args[0]}, full from point ${moment} of ${points.length}, ${points[moment - 1]}`
      const result = await runFull(args, moment)
      // Behind the last byte a full disk does not matter.
      if (result.code === 0) assert.ok(existsSync(made), label)
      else {
        assertRefused(result, label)
        assert.equal(existsSync(made), false, label)
      }
      if (existsSync(place)) assert.deepEqual(await unfinishedIn(place), [], label)
      assert.deepEqual(await rowsOf(data), rows, label)
    }
  }
})

test('a disk without room refuses backup, restore, move and upgrade, and keeps what it has', async (context) => {
  using disk = smallDisk(64 * MIB)
  if (disk === null) return context.skip('this user may mount no disk')
  const data = join(disk.path, 'data')
  await cp(join(folder, 'data'), data, { recursive: true })
  const rows = await rowsOf(data)
  const inTarget = ['--data', join(disk.path, 'restored')]
  for (const args of [
    ['backup', join(disk.path, 'b.tar.zst'), '--data', data, '--plain'],
    ['restore', archive, ...inTarget],
    ['upgrade', '--rehearse', '--data', data],
  ])
    await demandRoom(disk, args, async () => assert.deepEqual(await rowsOf(data), rows, args[0]))
  assert.deepEqual((await readdir(disk.path)).sort(), ['b.tar.zst', 'data', 'restored'])
  const older = join(disk.path, 'older')
  await makeOlderStore(older)
  await disk.fill()
  assertRefused(await runCommand(['start', '--data', older, '--port', '0']))
  await disk.empty()
  await (await spawnPlatform({ data: older })).stop()
})

/** Makes a data folder with a store that has the first migrations only. */
async function makeOlderStore(data: string): Promise<void> {
  await mkdir(data)
  const store = openSqlite(join(data, 'guildhall.db'))
  await store.transaction((session) => applyMigrations(session, 'sqlite', migrations.slice(0, OLDER)))
  await store.close()
}

/** Runs a command on a full disk, which refuses it, and again with room. */
async function demandRoom(disk: SmallDisk, args: readonly string[], check: () => Promise<void>): Promise<void> {
  const before = (await readdir(disk.path)).sort()
  await disk.fill()
  assertRefused(await runCommand(args), args[0])
  await disk.empty()
  await check()
  assert.deepEqual((await readdir(disk.path)).sort(), before, args[0])
  const { code, stderr } = await runCommand(args)
  assert.equal(code, 0, stderr)
  await check()
}

test('a daily backup on a full disk fails with a finding, a metric and a mail, and the platform works on', async (context) => {
  using disk = smallDisk(16 * MIB)
  if (disk === null) return context.skip('this user may mount no disk')
  await disk.fill()
  await using platform = await spawnPlatform({
    data: join(folder, 'daily'),
    rateLimits: 'off',
    env: { GUILDHALL_BACKUP_TO: join(disk.path, 'backups') },
  })
  const operator = api(platform.api, `Bearer ${platform.control.key}`)
  const findings = async () =>
    (await operator.get<{ findings: { check: string; text: string }[] }>('/admin/overview')).body.findings
  const alice = api(platform.api, platform.world.users.alice?.token)
  const channel = `/channels/${platform.world.guilds.workshop?.channels.general?.id}/messages`
  const post = async () => assert.equal((await alice.post(channel, { content: 'still here' })).status, 200)
  await platform.clock.forward('24 hours')
  await until('the failure is a finding', async () => (await findings()).some(({ check }) => check === 'backup'))
  assert.match((await findings()).find(({ check }) => check === 'backup')?.text ?? '', /disk is full|room|ENOSPC/i)
  const metrics = await (await fetch(`${platform.url}/metrics`)).text()
  assert.match(metrics, /^guildhall_jobs_total\{kind="backup",result="failed"\} 1$/m)
  await post()
  assert.deepEqual(await readdir(join(disk.path, 'backups')), [])
  await disk.empty()
  await platform.clock.forward('24 hours')
  await until('the backup is made', async () => (await operator.get<object[]>('/admin/backups')).body.length === 1)
  await until('the finding is gone', async () => !(await findings()).some(({ check }) => check === 'backup'))
  await post()
})
