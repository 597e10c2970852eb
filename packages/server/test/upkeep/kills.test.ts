/** Commands that are killed at any point leave the former state or the new one, and can be run again. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { api, multipart, spawnPlatform as spawnEmbedded } from '@guildhall/testing'
import { keysBelow } from '../../src/adapters/files/file-tree.ts'
import { settleRestore } from '../../src/platform/backups/settle-restore.ts'
import { withSnapshot } from '../../src/platform/backups/snapshot.ts'
import { sumTables, type TableSums } from '../../src/platform/backups/table-sums.ts'
import { verifyBackup } from '../../src/platform/backups/verify-backup.ts'
import { openDataFolder } from '../../src/platform/data-folder.ts'
import { runCommand } from '../support/command.ts'
import { kills, momentsOf, pointsOf, runKilled, runKilling } from '../support/killed-command.ts'
import { dropTables, testStore } from '../support/test-store.ts'

/** The state of a platform that does not run: its rows, its files, its key. */
interface State {
  readonly tables: TableSums
  readonly files: string[]
  readonly key: string
}

const { databaseUrl, drop } = await testStore()
let folder = ''
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guildhall-kills-'))
  await makePlatform('data', 'words')
  await makePlatform('other', 'other words')
})
after(async () => {
  await rm(folder, { recursive: true, force: true })
  await drop()
})
const at = (name: string) => join(folder, name)

/** Makes a data folder in which a message with a file was posted. */
async function makePlatform(name: string, content: string): Promise<void> {
  const platform = await spawnEmbedded({ data: at(name), args: ['--keep-secrets'] })
  await post(platform, content)
  await platform.stop()
}

type Platform = Awaited<ReturnType<typeof spawnEmbedded>>

async function post(platform: Platform, content: string): Promise<void> {
  const alice = api(platform.api, platform.world.users.alice?.token)
  const path = `/channels/${platform.world.guilds.workshop?.channels.general?.id}/messages`
  const body = multipart({ content, attachments: [{ id: 0, filename: 'a.txt' }] }, [
    { name: 'a.txt', data: Buffer.from(content) },
  ])
  assert.equal((await alice.post(path, body)).status, 200)
}

/** Returns the state that a start would find; null without a platform. */
async function stateOf(data: string, url: string | null = null): Promise<State | null> {
  await settleRestore(data, url)
  if (url === null && !existsSync(join(data, 'guildhall.db'))) return null
  if (url === null) (await openDataFolder(data)).close()
  // The command of a backup adds an entry to the log.
  const { operators_log: _, ...tables } = await withSnapshot({ data, databaseUrl: url }, sumTables)
  if (Object.keys(tables).length === 0) return null
  const files: string[] = []
  for await (const name of keysBelow(join(data, 'files'))) files.push(name)
  const key = await readFile(join(data, 'secret.key'), 'utf8').catch(() => '')
  return { tables, files: files.sort(), key }
}

/** Asserts that no unfinished folders or files are left beside a path. */
async function assertTidy(path: string): Promise<void> {
  const unfinished = /\.new$|\.restoring$|\.(?:move|rehearsal)-|\.(?:links|sending)$|\.upgrading/
  const left = (await readdir(dirname(path))).filter((name) => name !== basename(path) && unfinished.test(name))
  assert.deepEqual(left, [])
}

async function done(args: readonly string[]): Promise<void> {
  const { code, stderr } = await runCommand(args)
  assert.equal(code, 0, stderr)
}

interface Killed {
  readonly args: readonly string[]
  readonly moments?: number
  /** Puts the former state in place, before each run. */
  begin(): Promise<void>
  /** Returns whether the new state is there. @throws if it is neither the former nor the new one */
  isNew(label: string): Promise<boolean>
}

/** Kills a command at several points, checks each time, and runs it again. */
async function killAtPoints({ args, moments = kills, begin, isNew }: Killed): Promise<void> {
  await begin()
  const points = await pointsOf(args)
  assert.ok(await isNew('whole'))
  const seen = { former: 0, new: 0 }
  for (const moment of momentsOf(points, moments)) {
    const label = `${args[0]} killed before point ${moment} of ${points.length}, ${points[moment - 1]}`
    await begin()
    await runKilled(args, moment)
    const isDone = await isNew(label)
    seen[isDone ? 'new' : 'former'] += 1
    if (!isDone) await done(args)
    assert.ok(await isNew(`${label}, run again`), label)
  }
  assert.ok(seen.former > 0, 'no kill came before the end')
}

test('a backup that is killed leaves no archive or a whole one', async (context) => {
  if (databaseUrl !== undefined) return context.skip('the embedded store only')
  const [data, file] = [at('data'), at('killed.tar.zst')]
  const former = await stateOf(data)
  await killAtPoints({
    args: ['backup', file, '--data', data, '--plain'],
    begin: () => rm(file, { force: true }),
    async isNew(label) {
      assert.deepEqual(await stateOf(data), former, label)
      if (!existsSync(file)) return false
      await verifyBackup(file, null)
      return true
    },
  })
  await done(['backup', file, '--data', data, '--plain'])
  await assertTidy(file)
  await assertTidy(join(data, 'guildhall.db'))
})

test('a platform that is killed while a backup is made loses nothing, and the backup is whole', async (context) => {
  if (databaseUrl !== undefined) return context.skip('the embedded store only')
  const [data, file] = [at('running'), at('running.tar.zst')]
  await cp(at('data'), data, { recursive: true })
  const args = ['backup', file, '--data', data, '--plain']
  const points = await pointsOf(args)
  const { counts } = await verifyBackup(file, null)
  for (const [round, moment] of momentsOf(points, kills).entries()) {
    const platform = await spawnEmbedded({ data, rateLimits: 'off' })
    await post(platform, `acknowledged ${round}`)
    const { code, stderr } = await runKilling(args, moment, platform.pid)
    assert.equal(code, 0, stderr)
    // The backup of a running platform can have fewer points, so that the last one may not be reached.
    await platform.kill()
    assert.equal((await platform.exited).signal, 'SIGKILL')
    const made = await verifyBackup(file, null)
    assert.equal(made.counts.messages, (counts.messages ?? 0) + round + 1)
    const state = await stateOf(data)
    assert.equal(state?.tables.messages?.rows, (counts.messages ?? 0) + round + 1)
  }
})

/** Returns the test of a state that is one of two. */
function oneOf(former: State | null, next: State | null, read: () => Promise<State | null>) {
  return async (label: string) => {
    const state = await read()
    if (isDeepStrictEqual(state, former)) return false
    assert.deepEqual(state, next, label)
    return true
  }
}

test('a restore that is killed leaves the former folder or the new one', async (context) => {
  if (databaseUrl !== undefined) return context.skip('the embedded store only')
  const [file, target] = [at('whole.tar.zst'), at('target')]
  await done(['backup', file, '--data', at('data'), '--plain'])
  const [next, other] = [await stateOf(at('data')), await stateOf(at('other'))]
  const clear = async () => {
    for (const name of await readdir(folder)) if (name.startsWith('target')) await rm(at(name), { recursive: true })
  }
  for (const replace of [false, true])
    await killAtPoints({
      args: ['restore', file, '--data', target, ...(replace ? ['--replace'] : [])],
      moments: Math.max(2, Math.ceil(kills / 2)),
      async begin() {
        await clear()
        if (replace) await cp(at('other'), target, { recursive: true })
      },
      isNew: oneOf(replace ? other : null, next, () => stateOf(target)),
    })
  const former = (await readdir(folder)).find((name) => name.startsWith('target.before-'))
  assert.deepEqual(await stateOf(at(former ?? '')), other)
  await assertTidy(target)
})

test('a restore into a database that is killed leaves rows and folder of the former state or of the new one', async (context) => {
  if (databaseUrl === undefined) return context.skip('PostgreSQL only')
  const [file, otherFile, target] = [at('whole.tar.zst'), at('other.tar.zst'), at('base')]
  if (!existsSync(file)) await done(['backup', file, '--data', at('data'), '--plain'])
  await done(['backup', otherFile, '--data', at('other'), '--plain'])
  const [next, other] = [await stateOf(at('data')), await stateOf(at('other'))]
  const place = ['--data', target, '--database-url', databaseUrl]
  for (const replace of [false, true])
    await killAtPoints({
      args: ['restore', file, ...place, ...(replace ? ['--replace'] : [])],
      moments: Math.max(2, Math.ceil(kills / 2)),
      async begin() {
        await dropTables(databaseUrl)
        for (const name of await readdir(folder)) if (name.startsWith('base')) await rm(at(name), { recursive: true })
        if (replace) await done(['restore', otherFile, ...place])
      },
      isNew: oneOf(replace ? other : null, next, () => stateOf(target, databaseUrl)),
    })
  await assertTidy(target)
})

test('a move between stores that is killed leaves the source as it was, and no target or a whole one', async (context) => {
  if (databaseUrl === undefined) return context.skip('PostgreSQL only')
  const [data, back] = [at('data'), at('moved')]
  const whole = await stateOf(data)
  const source = async () => assert.deepEqual(await stateOf(data), whole)
  await killAtPoints({
    args: ['move-store', '--data', data, '--to', databaseUrl],
    begin: () => dropTables(databaseUrl),
    async isNew(label) {
      await source()
      return oneOf(null, whole, () => stateOf(data, databaseUrl))(label)
    },
  })
  await killAtPoints({
    args: ['move-store', '--data', data, '--database-url', databaseUrl, '--to', `sqlite:${back}`],
    begin: () => rm(back, { recursive: true, force: true }),
    async isNew(label) {
      assert.deepEqual(await stateOf(data, databaseUrl), whole, label)
      return oneOf(null, whole, () => stateOf(back))(label)
    },
  })
  await assertTidy(data)
  await assertTidy(back)
})

test('a rehearsal that is killed leaves the store as it was, and its copy goes with the next one', async (context) => {
  if (databaseUrl !== undefined) return context.skip('the embedded store only')
  const data = at('data')
  const former = await stateOf(data)
  const args = ['upgrade', '--rehearse', '--data', data]
  const points = await pointsOf(args)
  for (const moment of momentsOf(points, Math.ceil(kills / 3))) {
    await runKilled(args, moment)
    assert.deepEqual(await stateOf(data), former, `killed before point ${moment}, ${points[moment - 1]}`)
  }
  await done(args)
  await assertTidy(data)
})
