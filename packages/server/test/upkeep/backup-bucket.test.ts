/** Backups in a bucket: `backup_to` with `s3://`. */
import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type Api, api, type SpawnedPlatform, spawnPlatform } from '@guildhall/testing'
import { verifyBackup } from '../../src/platform/backups/verify-backup.ts'
import { finished, runCommand, spawnCommand } from '../support/command.ts'
import { type S3Server, startS3Server } from '../support/s3-server.ts'
import { until } from '../support/until.ts'

interface Kept {
  name: string
  bytes: number
}
interface Job {
  state: string
  error: string | null
  result: { name: string; bytes: number } | null
}

let folder = ''
let store: S3Server
let platform: SpawnedPlatform
let operator: Api
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guildhall-backup-bucket-'))
  store = await startS3Server()
  // Other objects of the bucket, such as files of a platform.
  for (const key of ['backups/files/a', 'guildhall-20200101T000000000Z.tar.zst', 'backups/notes.txt'])
    store.objects.set(key, { path: join(folder, 'none'), sizeBytes: 1, sha256: undefined })
  platform = await spawnPlatform({ data: join(folder, 'data'), rateLimits: 'off', env: store.env })
  operator = api(platform.api, `Bearer ${platform.control.key}`)
})
after(async () => {
  await platform.kill()
  await store[Symbol.asyncDispose]()
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
const others = (keys: Iterable<string>) => [...keys].filter((key) => !/^backups\/guildhall-/.test(key))
const lastBackupAt = async () => (await operator.get<{ last_backup_at: string }>('/admin/overview')).body.last_backup_at

test('backup_to takes a bucket, and refuses what is none', async () => {
  for (const faulty of ['s3://', 's3://Hall', 's3://hall/../x', ''])
    assert.equal((await operator.patch('/admin/settings', { backup_to: faulty })).code, 50035, faulty)
  const settings = { backup_to: 's3://hall/backups', backup_keep: 1 }
  assert.equal((await operator.patch('/admin/settings', settings)).status, 200)
  assert.deepEqual(await list(), [])
  assert.equal(await lastBackupAt(), null)
})

test('backups go into the bucket, are listed and downloaded, and the newest are kept', async () => {
  const untouched = others(store.objects.keys())
  const made: string[] = []
  for (let count = 1; count <= 2; count += 1) {
    const { state, error, result } = await backUp()
    assert.equal(state, 'done', error ?? '')
    made.unshift(result?.name ?? '')
  }
  const kept = await list()
  assert.deepEqual(
    kept.map(({ name }) => name),
    made.slice(0, 1),
  )
  assert.deepEqual(others(store.objects.keys()), untouched)
  assert.notEqual(await lastBackupAt(), null)

  const headers = { authorization: `Bearer ${platform.control.key}` }
  const url = `${platform.api}/v10/admin/backups/${kept[0]?.name}`
  const whole = Buffer.from(await (await fetch(url, { headers })).arrayBuffer())
  assert.deepEqual(whole, await store.read(`backups/${kept[0]?.name}`))
  assert.equal(whole.length, kept[0]?.bytes)
  const rest = await fetch(url, { headers: { ...headers, range: 'bytes=9000-' } })
  assert.deepEqual([rest.status, Buffer.from(await rest.arrayBuffer())], [206, whole.subarray(9_000)])
  const file = join(folder, 'downloaded.tar.zst')
  await writeFile(file, whole)
  assert.ok((await verifyBackup(file, null)).counts.users)
  assert.equal((await operator.get(`/admin/backups/${made[1]}`)).status, 404)
})

test('a bucket that is away fails backups with the reason, and the platform works on', async () => {
  const kept = await list()
  await store.pause()
  const { state, error } = await backUp()
  assert.equal(state, 'failed')
  assert.match(error ?? '', /s3:\/\/hall\/backups cannot be used: no answer/)
  assert.equal((await operator.get('/admin/backups')).status, 503)
  assert.equal((await operator.get('/admin/overview')).status, 200)
  assert.equal((await fetch(`${platform.url}/metrics`)).status, 200)
  await store.resume()
  // For a second after a failure the store is not asked.
  await until('the bucket is read again', async () => (await operator.get('/admin/backups')).status === 200)
  assert.deepEqual(await list(), kept)
  assert.deepEqual(
    (await readdir(join(folder, 'data'))).filter((name) => name.startsWith('backup-')),
    [],
  )
})

test('guildhall backup writes to a bucket, verify and restore read from it, and it names the keys that it misses', async () => {
  const args = ['backup', 's3://hall/by-command', '--data', join(folder, 'data'), '--plain', '--json']
  const { code, stdout, stderr } = await runCommand(args, store.env)
  assert.equal(code, 0, stderr)
  const { file, bytes } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as { file: string; bytes: number }
  assert.equal(store.objects.get(file.replace('s3://hall/', ''))?.sizeBytes, bytes)
  const verified = await runCommand(['backup', 'verify', file, '--json'], store.env)
  assert.equal(verified.code, 0, verified.stderr)
  const { ok, file: read, counts } = JSON.parse(verified.stdout) as { ok: boolean; file: string; counts: object }
  assert.deepEqual([ok, read], [true, file])
  const restore = ['restore', file, '--data', join(folder, 'restored'), '--json']
  const restored = await runCommand(restore, store.env)
  assert.equal(restored.code, 0, restored.stderr)
  assert.deepEqual(JSON.parse(restored.stdout), { counts })
  for (const [address, code, message] of [
    [`${file}x`, 1, /There is no guildhall-\S+x in s3:\/\/hall\/by-command/],
    ['s3://other/none', 1, /s3:\/\/other cannot be used/],
    ['s3://hall', 2, /names no archive in a bucket/],
  ] as const) {
    const refused = await runCommand(['restore', address, '--data', join(folder, 'refused')], store.env)
    assert.deepEqual([refused.code, refused.stdout], [code, ''], refused.stderr)
    assert.match(refused.stderr, message)
  }
  assert.deepEqual((await readdir(folder)).sort(), ['data', 'downloaded.tar.zst', 'restored'])
  const without = await runCommand(args)
  assert.match(without.stderr, /needs the variable AWS_ACCESS_KEY_ID/)
  assert.deepEqual([without.code, without.stdout], [2, ''])
})

test('a restore from a bucket removes the copies of killed ones, and leaves those of running ones', async () => {
  const parent = await mkdtemp(join(folder, 'fetches-'))
  const fetched = async () => (await readdir(parent)).filter((name) => name.startsWith('guildhall-fetched-'))
  const [key = ''] = [...store.objects.keys()].filter((name) => name.startsWith('by-command/'))
  const restore = (name: string) => ['restore', `${store.url}/${key}`, '--data', join(parent, name), '--json']
  // The archive is never sent.
  store.intervene = ({ method }) => method === 'GET'
  const stalled = [spawnCommand(restore('one'), store.env), spawnCommand(restore('two'), store.env)]
  try {
    await until('two restores fetch the archive', async () => (await fetched()).length === 2)
    const [killed, running] = stalled
    const ended = killed && finished(killed)
    killed?.kill('SIGKILL')
    await ended
    assert.equal((await fetched()).length, 2)
    // It would ask again, and be sent the archive, before the next command has ended on a slow machine.
    running?.kill('SIGSTOP')
    store.intervene = null
    const { code, stderr } = await runCommand(restore('three'), store.env)
    assert.equal(code, 0, stderr)
    assert.deepEqual(
      (await fetched()).map((name) => name.split('-')[2]),
      [String(running?.pid)],
    )
  } finally {
    store.intervene = null
    for (const child of stalled) child.kill('SIGKILL')
  }
})
