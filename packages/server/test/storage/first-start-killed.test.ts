/** A first start that is killed at any moment leaves a data folder on which the next start is ready. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { api } from '@guildhall/testing'
import { spawnPlatform, startPlatform } from '../support/platform.ts'
import { testStore } from '../support/test-store.ts'

const COMMAND = fileURLToPath(new URL('../../bin/guildhall.js', import.meta.url))
const ROUNDS = 3
/** Enough people that applying and keeping the world takes a part of the start that a kill often hits. */
const PEOPLE = 2_000

const folder = await mkdtemp(join(tmpdir(), 'guildhall-first-start-'))
after(() => rm(folder, { recursive: true, force: true }))
const world = {
  users: Object.fromEntries(Array.from({ length: PEOPLE }, (_, index) => [`person${index}`, {}])),
  applications: {},
  guilds: { lab: { owner: 'person0', channels: { general: {} } } },
}

async function assertReady(data: string, databaseUrl: string | undefined, label: string): Promise<void> {
  await using platform = await spawnPlatform({ data, databaseUrl, world, rateLimits: 'off' })
  const token = platform.world.users.person7?.token
  assert.ok(token, `${label}: no tokens`)
  assert.equal((await api(platform.api, token).get('/users/@me')).status, 200, label)
}

test(`the start after a killed first start is ready, ${ROUNDS} times`, { timeout: 100_000 }, async () => {
  const began = performance.now()
  await assertReady(join(folder, 'whole'), undefined, 'not killed')
  const startMs = performance.now() - began
  const file = join(folder, 'world-file.json')
  await writeFile(file, JSON.stringify(world))
  for (let round = 0; round < ROUNDS; round += 1) {
    const data = join(folder, `killed-${round}`)
    const { databaseUrl, drop } = await testStore()
    // Without --keep-secrets a start that becomes ready before the kill forgets its secrets.
    const options = ['--json', '--port', '0', '--data', data, '--world', file, '--keep-secrets']
    if (databaseUrl !== undefined) options.push('--database-url', databaseUrl)
    const child = spawn(process.execPath, [COMMAND, 'start', ...options], { stdio: 'ignore' })
    const afterMs = startMs * (0.3 + 0.7 * Math.random())
    const timer = setTimeout(() => child.kill('SIGKILL'), afterMs)
    await once(child, 'exit')
    clearTimeout(timer)
    const kept = await readdir(data).catch(() => [])
    const label = `killed after ${Math.round(afterMs)} of ${Math.round(startMs)} ms with ${kept.join(', ')}`
    await assertReady(data, databaseUrl, label)
    await drop()
  }
})

test('a start repairs a certificate, a lock and a world file that an older version left half-written', async () => {
  const data = join(folder, 'older')
  const first = await startPlatform({ data, databaseUrl: null, tls: 'local' })
  const token = first.world?.users.alice?.token ?? ''
  await first.close()
  for (const name of await readdir(join(data, 'tls')))
    await truncate(join(data, 'tls', name), name === 'ca.pem' ? 100 : 0)
  await writeFile(join(data, 'world.json'), '{"users": {"alice": {"tok')
  await writeFile(join(data, 'lock.db'), 'half of a page')
  await mkdir(join(data, 'uploads'), { recursive: true })
  await writeFile(join(data, 'uploads', 'left'), 'x')
  await using second = await startPlatform({ data, databaseUrl: null, tls: 'local' })
  assert.equal((await api(second.api, token).get('/users/@me')).status, 200)
  assert.equal(second.world?.users.alice?.token, token)
  assert.deepEqual(await readdir(join(data, 'uploads')), [])
})
