/** Backups of a platform that four writers use: each is one moment, with every cause and file. */
import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type Api, api, spawnPlatform as spawnOnStore } from '@guildhall/testing'
import { makeKeyPair } from '../../src/archive/seal.ts'
import { runCommand } from '../support/command.ts'
import { kills } from '../support/killed-command.ts'
import { dropTables, testStore } from '../support/test-store.ts'
import { demandMoment, type Interval, Writer, type WrittenMessage } from '../support/writer.ts'

const WRITERS = 4
/** Backups that are restored. More kills mean more backups. */
const BACKUPS = kills > 3 ? kills : 2
const world = {
  users: { ann: {}, bob: {} },
  applications: {},
  guilds: { lab: { owner: 'ann', members: ['bob'], channels: { w0: {}, w1: {}, w2: {}, w3: {} } } },
}

let folder = ''
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guildhall-backup-writers-'))
})
after(() => rm(folder, { recursive: true, force: true }))
const at = (name: string) => join(folder, name)

/** Runs a command that must succeed, and returns its JSON. */
async function done(...args: string[]): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await runCommand([...args, '--json'])
  assert.equal(code, 0, stderr)
  assert.doesNotMatch(stderr, /are not there/)
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Record<string, unknown>
}

test(`${BACKUPS} backups under four writers are restored with every cause and file`, { timeout: 900_000 }, async () => {
  const { databaseUrl, drop } = await testStore()
  const data = at('data')
  const platform = await spawnOnStore({ data, databaseUrl, world, rateLimits: 'off' })
  const place = ['--data', data, ...(databaseUrl === undefined ? [] : ['--database-url', databaseUrl])]
  const ann = api(platform.api, platform.ann.token)
  const writers = Array.from({ length: WRITERS }, (_, index) => {
    const { id } = platform.lab[`w${index}` as 'w0']
    return new Writer(ann, id, index)
  })
  const { identity, recipient } = await makeKeyPair()
  await writeFile(at('identity'), `# recovery key\n${identity}\n`)
  const running = writers.map((writer) => writer.run())
  const backups: { file: string; interval: Interval }[] = []
  for (let round = 0; round < BACKUPS; round += 1) {
    const begun = Writer.now()
    const made = await done('backup', `${at('backups')}/`, '--recipient', recipient, ...place)
    backups.push({ file: String(made.file), interval: { begun, ended: Writer.now() } })
  }
  for (const writer of writers) writer.stop()
  await Promise.all(running)
  const left = await readdir(data)
  assert.deepEqual(
    left.filter((name) => name.endsWith('.links')),
    [],
  )
  await platform.stop()
  for (const [index, { file, interval }] of backups.entries()) {
    await done('backup', 'verify', file, '--identity', at('identity'))
    // Into either store, in turn. The embedded store takes the backups of both.
    const inDatabase = databaseUrl !== undefined && index % 2 === 1
    if (inDatabase) await dropTables(databaseUrl)
    const target = at(`restored${index}`)
    const restored = ['--data', target, ...(inDatabase ? ['--database-url', databaseUrl] : [])]
    await done('restore', file, ...restored, '--identity', at('identity'))
    await using again = await spawnOnStore({
      data: target,
      databaseUrl: inDatabase ? databaseUrl : undefined,
      rateLimits: 'off',
    })
    const reader = api(again.api, platform.ann.token)
    for (const writer of writers) {
      const found = await allMessages(reader, writer.channel)
      await demandMoment(writer, found, { interval, cdn: again.url, author: platform.ann.id })
    }
    await again.stop()
    await rm(target, { recursive: true })
  }
  await drop()
})

async function allMessages(reader: Api, channel: string): Promise<WrittenMessage[]> {
  const all: WrittenMessage[] = []
  for (let before = ''; ; before = `&before=${all.at(-1)?.id}`) {
    const { body } = await reader.get<WrittenMessage[]>(`/channels/${channel}/messages?limit=100${before}`)
    all.push(...body)
    if (body.length < 100) return all.reverse()
  }
}
