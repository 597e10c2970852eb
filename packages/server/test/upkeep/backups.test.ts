/** Backups by the platform itself: on request, each day, listed and downloaded. */
import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { type Api, api, type SpawnedPlatform, spawnPlatform } from '@guildhall/testing'
import { makeKeyPair } from '../../src/archive/seal.ts'
import { nextBackupAt } from '../../src/platform/backups/next-backup.ts'
import { verifyBackup } from '../../src/platform/backups/verify-backup.ts'
import { runCommand } from '../support/command.ts'
import { until } from '../support/until.ts'

interface Kept {
  name: string
  bytes: number
  created_at: string
  encrypted: boolean
}
interface Job {
  state: string
  error: string | null
  result: { name: string; bytes: number } | null
}

let folder = ''
let data = ''
let platform: SpawnedPlatform
let operator: Api
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guildhall-backups-'))
  data = join(folder, 'data')
  platform = await spawnPlatform({ data, rateLimits: 'off' })
  operator = api(platform.api, `Bearer ${platform.control.key}`)
})
after(async () => {
  await platform.kill()
  await rm(folder, { recursive: true, force: true })
})

async function backUp(): Promise<Job> {
  const { status, body } = await operator.post<{ job_id: string }>('/admin/backups')
  assert.equal(status, 202)
  let job: Job | undefined
  await until('the backup ends', async () => {
    job = (await operator.get<Job>(`/admin/jobs/${body.job_id}`)).body
    return job.state === 'done' || job.state === 'failed'
  })
  return job as Job
}

const list = async () => (await operator.get<Kept[]>('/admin/backups')).body

test('an operator has a backup made, sees it, and downloads what restore reads', async () => {
  assert.deepEqual(await list(), [])
  const { state, result } = await backUp()
  assert.equal(state, 'done')
  const [kept] = await list()
  assert.deepEqual([kept?.name, kept?.bytes, kept?.encrypted], [result?.name, result?.bytes, false])
  const { body: overview } = await operator.get<{ last_backup_at: string }>('/admin/overview')
  assert.equal(overview.last_backup_at, kept?.created_at)
  const metrics = await (await fetch(`${platform.url}/metrics`)).text()
  const seconds = Number(/^guildhall_backup_last_success_timestamp_seconds (\S+)$/m.exec(metrics)?.[1])
  assert.equal(seconds * 1_000, Date.parse(kept?.created_at ?? ''))
  const headers = { authorization: `Bearer ${platform.control.key}` }
  const response = await fetch(`${platform.api}/v10/admin/backups/${kept?.name}`, { headers })
  assert.equal(response.headers.get('content-length'), String(kept?.bytes))
  const file = join(folder, 'downloaded.tar.zst')
  await writeFile(file, new Uint8Array(await response.arrayBuffer()))
  const verified = await runCommand(['backup', 'verify', file])
  assert.equal(verified.code, 0, verified.stderr)
  const { body: log } = await operator.get<{ action: string }[]>('/admin/log?action=backup')
  assert.equal(log.length, 2)
  const rest = await fetch(`${platform.api}/v10/admin/backups/${kept?.name}`, {
    headers: { ...headers, range: 'bytes=9-' },
  })
  assert.deepEqual(
    [rest.status, rest.headers.get('content-range'), Buffer.from(await rest.arrayBuffer())],
    [206, `bytes 9-${(kept?.bytes ?? 0) - 1}/${kept?.bytes}`, (await readFile(file)).subarray(9)],
  )
  const beyond = { ...headers, range: `bytes=${kept?.bytes}-` }
  assert.equal((await fetch(`${platform.api}/v10/admin/backups/${kept?.name}`, { headers: beyond })).status, 416)
  assert.equal((await operator.get<unknown[]>('/admin/log?action=backup')).body.length, 2)
})

test('backup --server has a running platform make a backup, and downloads it', async () => {
  const before = (await list()).length
  const target = join(folder, 'from-server')
  const place = ['--server', platform.url, '--key', platform.control.key, '--json']
  const { code, stdout, stderr } = await runCommand(['backup', `${target}/`, ...place])
  assert.equal(code, 0, stderr)
  const made = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as { file: string; bytes: number; counts: object }
  assert.deepEqual([dirname(made.file), (await stat(made.file)).size], [target, made.bytes])
  assert.deepEqual((await verifyBackup(made.file, null)).counts, made.counts)
  assert.equal((await list()).length, before + 1)
  const wrong = await runCommand(['backup', join(target, 'b'), '--server', platform.url, '--key', 'wrong'])
  assert.deepEqual([wrong.code, wrong.stdout], [1, ''])
  assert.match(wrong.stderr, /refuses the key/)
  const plain = await runCommand(['backup', '--plain', ...place])
  assert.equal(plain.code, 2)
  assert.match(plain.stderr, /--server has no option --plain/)
  assert.deepEqual(await readdir(target), [basename(made.file)])
})

test("backups of commands are in the operators' log, whether the platform runs or not", async () => {
  const actors = async (asked: Api) =>
    (await asked.get<{ actor: string | object }[]>('/admin/log?action=backup')).body.map(({ actor }) => actor)
  const before = await actors(operator)
  const running = await runCommand(['backup', join(folder, 'by-command.tar.zst'), '--data', data, '--plain'])
  assert.equal(running.code, 0, running.stderr)
  assert.deepEqual(await actors(operator), ['command', ...before])
  const restored = join(folder, 'stopped')
  const file = join(folder, 'by-command.tar.zst')
  assert.equal((await runCommand(['restore', file, '--data', restored])).code, 0)
  const stopped = await runCommand(['backup', join(folder, 'again.tar.zst'), '--data', restored, '--plain'])
  assert.equal(stopped.code, 0, stopped.stderr)
  await using again = await spawnPlatform({ data: restored, rateLimits: 'off' })
  const key = api(again.api, `Bearer ${again.control.key}`)
  assert.deepEqual(await actors(key), ['command', ...before])
})

test('names that leave the folder, and callers without the role, get nothing', async () => {
  for (const name of ['..%2Fsecret.key', 'guildhall.db', 'guildhall-20200101T000000000Z.tar.zst'])
    assert.equal((await operator.get(`/admin/backups/${name}`)).status, 404, name)
  const alice = api(platform.api, platform.world.users.alice?.token)
  for (const caller of [alice, api(platform.api)]) {
    const wanted = caller === alice ? 403 : 401
    assert.equal((await caller.get('/admin/backups')).status, wanted)
    assert.equal((await caller.post('/admin/backups')).status, wanted)
  }
  assert.equal((await list()).length, 2)
})

test('the daily backup follows the clock of the platform and its settings, encrypts, and keeps the newest', async () => {
  const { recipient, identity } = await makeKeyPair()
  await writeFile(join(folder, 'identity'), identity)
  const settings = { backup_recipient: recipient, backup_at: '04:30', backup_keep: 2, backup_to: join(folder, 'kept') }
  assert.equal((await operator.patch('/admin/settings', settings)).status, 200)
  for (let day = 1; day <= 3; day += 1) {
    const before = (await list())[0]?.name
    await platform.clock.forward('24 hours')
    await until('the daily backup is there', async () => {
      const [newest, ...older] = await list()
      return newest?.name !== before && older.length < 2
    })
  }
  const kept = await list()
  assert.deepEqual(
    kept.map(({ encrypted }) => encrypted),
    [true, true],
  )
  const file = join(folder, 'kept', kept[0]?.name ?? '')
  const verified = await runCommand(['backup', 'verify', file, '--identity', join(folder, 'identity')])
  assert.equal(verified.code, 0, verified.stderr)
  assert.equal((await readFile(file)).includes('alice'), false)
})

test('a backup that fails says why, and leaves the former ones', async () => {
  const former = await list()
  await writeFile(join(folder, 'no-folder'), '')
  assert.equal((await operator.patch('/admin/settings', { backup_to: join(folder, 'no-folder/deeper') })).status, 200)
  const { state, error } = await backUp()
  assert.equal(state, 'failed')
  assert.match(error ?? '', /ENOTDIR|not a directory/i)
  assert.equal((await operator.patch('/admin/settings', { backup_to: join(folder, 'kept') })).status, 200)
  assert.deepEqual(await list(), former)
  assert.equal(
    (await readdir(join(folder, 'kept'))).some((name) => name.endsWith('.new')),
    false,
  )
})

test('the next daily backup is today or tomorrow, in UTC', () => {
  const at = (text: string) => Date.parse(`2026-03-01T${text}Z`)
  assert.equal(nextBackupAt('03:00', at('02:59:59.999')), at('03:00:00'))
  assert.equal(nextBackupAt('03:00', at('03:00:00')), at('03:00:00') + 86_400_000)
  assert.equal(nextBackupAt('23:59', at('00:00:00')), at('23:59:00'))
})
