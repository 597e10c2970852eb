/** Files move between a folder and S3 and back, by commands that are killed; backups, restores and checks know both. */
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { api, multipart } from '@guildhall/testing'
import { runCommand, spawnCommand } from '../support/command.ts'
import { setEnvironment } from '../support/environment.ts'
import { startPlatform } from '../support/platform.ts'
import { type S3Server, startS3Server } from '../support/s3-server.ts'
import { until } from '../support/until.ts'

const SKIP = { skip: process.env.GUILDHALL_TEST_STORE === 'postgres' ? 'files do not depend on the store' : false }
const FILES = 20
const world = { users: { ann: {} }, guilds: { lab: { owner: 'ann', channels: { general: {} } } } }

interface Message {
  id: string
  attachments: { url: string }[]
}

let folder = ''
let store: S3Server
let restoreEnvironment: () => void
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guildhall-move-'))
  store = await startS3Server({ page: 7 })
  restoreEnvironment = setEnvironment(store.env)
})
after(async () => {
  restoreEnvironment()
  await store[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})
const at = (name: string) => join(folder, name)
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function done(...args: string[]): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await runCommand([...args, '--json'])
  assert.equal(code, 0, stderr)
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Record<string, unknown>
}

async function failed(code: number, text: RegExp, ...args: string[]): Promise<void> {
  const result = await runCommand(args)
  assert.equal(result.code, code, result.stderr)
  assert.match(result.stderr, text)
  assert.doesNotMatch(result.stderr, /\n\s+at |secret\+key/)
}

/** Reads all attachments of the channel, by the platform that runs on a folder. */
async function hashesOn(data: string, filesUrl: string | null, channel: string, token: string) {
  const platform = await startPlatform({ data, filesUrl, rateLimits: 'off', observe: undefined, logLevel: 'silent' })
  try {
    const { body } = await api(platform.api, token).get<Message[]>(`/channels/${channel}/messages?limit=100`)
    const hashes = new Map<string, string>()
    for (const { id, attachments } of body)
      for (const { url } of attachments) hashes.set(id, sha256(new Uint8Array(await (await fetch(url)).arrayBuffer())))
    return hashes
  } finally {
    await platform.close()
  }
}

test('files move to S3 and back, though the commands are killed', SKIP, async () => {
  const data = at('data')
  const first = await startPlatform({ world, data, rateLimits: 'off', observe: undefined, logLevel: 'silent' })
  const channel = first.lab.general.id
  const token = first.ann.token
  const ann = api(first.api, token)
  const sent = new Map<string, string>()
  for (let count = 0; count < FILES; count += 1) {
    const bytes = randomBytes(count === 0 ? 0 : 3_000 * count)
    const files = [{ name: `${count} +&ü.bin`, data: bytes }]
    const { body } = await ann.post<Message>(`/channels/${channel}/messages`, multipart({ content: `${count}` }, files))
    sent.set(body.id, sha256(bytes))
  }
  const toS3 = ['move-store', '--data', data, '--files-url', `${store.url}/chat`]
  await failed(1, /in use by another Guildhall/, ...toS3)
  await first.close()
  assert.deepEqual(await killedMove(toS3, 30), [null, 'SIGKILL'])
  const arrived = [...store.objects.keys()].filter((key) => key.startsWith('chat/files/')).length
  assert.ok(arrived > 0 && arrived < FILES, `${arrived} files`)
  await assert.rejects(hashesOn(data, `${store.url}/chat`, channel, token), /still being moved to s3:\/\/hall\/chat/)
  await failed(1, /missing in s3:/, ...toS3, '--check')
  store.requests.length = 0
  assert.deepEqual(await done(...toS3), { tables: {}, files: FILES })
  const puts = store.requests.filter((line) => line.startsWith('PUT chat/files/'))
  assert.equal(puts.length, FILES - arrived, 'files that have arrived are not sent again')
  assert.deepEqual(await done(...toS3, '--check'), { ok: true, files: FILES, missing: 0, different: 0 })
  await failed(1, /is not empty/, ...toS3)
  assert.deepEqual(await hashesOn(data, `${store.url}/chat`, channel, token), sent)

  const back = ['move-store', '--data', data, '--files-from', `${store.url}/chat`, '--files-url', at('back')]
  assert.deepEqual(await killedMove(back, 30), [null, 'SIGKILL'])
  await assert.rejects(hashesOn(data, at('back'), channel, token), /still being moved/)
  assert.deepEqual(await done(...back), { tables: {}, files: FILES })
  assert.deepEqual(await hashesOn(data, at('back'), channel, token), sent)
  assert.deepEqual(
    (await readdir(at('back'))).filter((name) => name.startsWith('.')),
    [],
  )
  assert.deepEqual((await readdir(folder)).sort(), ['back', 'data'])
  assert.deepEqual(await readdir(join(data, 'uploads')), [])
  const { path, sizeBytes } = [...store.objects.values()].at(-1) ?? assert.fail('the store has files')
  await writeFile(path, Buffer.alloc(sizeBytes, 'x'))
  await failed(1, /differs in s3:/, ...toS3, '--check')
})

/** Runs a command, and kills it at a request for a file, counted from the first one. */
async function killedMove(args: readonly string[], requests: number): Promise<unknown[]> {
  const child = spawnCommand(args)
  const ended = once(child, 'close')
  let seen = 0
  store.intervene = (request) => {
    if (request.url?.includes('/files/')) seen += 1
    if (seen < requests) return false
    child.kill('SIGKILL')
    return true
  }
  const result = await ended
  store.intervene = null
  return result
}

test('a backup holds files of S3, and is restored to S3; deletion and census know both places', SKIP, async () => {
  const data = at('second')
  const filesUrl = `${store.url}/second`
  const options = { data, filesUrl, rateLimits: 'off', observe: undefined, logLevel: 'silent' } as const
  const platform = await startPlatform({ world, ...options })
  const [channel, token] = [platform.lab.general.id, platform.ann.token]
  const ann = api(platform.api, token)
  const bytes = randomBytes(100_000)
  const body = multipart({ content: 'x' }, [{ name: 'x.bin', data: bytes }])
  const message = (await ann.post<Message>(`/channels/${channel}/messages`, body)).body
  const [key = ''] = [...store.objects.keys()].filter((name) => name.startsWith('second/files/'))
  const file = at('second.tar.zst')
  await done('backup', file, '--data', data, '--files-url', filesUrl, '--plain')
  await done('backup', 'verify', file)
  // A file that was here before a move goes with the message.
  const left = join(data, key.replace('second/', ''))
  await done('backup', at('again.tar.zst'), '--data', data, '--files-url', filesUrl, '--plain')
  const copied = await runCommand(['restore', file, '--data', at('local')])
  assert.equal(copied.code, 0, copied.stderr)
  assert.equal(existsSync(join(at('local'), key.replace('second/', ''))), true)
  await writeLeft(left)
  await ann.delete(`/channels/${channel}/messages/${message.id}`)
  await until('the file is gone in both places', async () => !store.objects.has(key) && !existsSync(left))
  await platform.close()

  await done('restore', file, '--data', at('restored'), '--files-url', `${store.url}/restored`)
  assert.equal(existsSync(join(at('restored'), 'files', 'attachments')), false)
  const expected = new Map([[message.id, sha256(bytes)]])
  assert.deepEqual(await hashesOn(at('restored'), `${store.url}/restored`, channel, token), expected)
  await failed(1, /is not empty/, 'restore', file, '--data', at('other'), '--files-url', `${store.url}/restored`)
  assert.equal(existsSync(at('other')), false)
  await done('restore', file, '--data', at('restored'), '--files-url', `${store.url}/restored`, '--replace')

  const census = ['files', '--data', at('restored'), '--files-url', `${store.url}/restored`]
  const stray = 'restored/files/attachments/1/2/stray'
  store.objects.set(stray, [...store.objects.values()][0] ?? assert.fail('the store has files'))
  const listed = await runCommand([...census, '--delete'])
  assert.deepEqual([listed.code, listed.stdout], [0, 'attachments/1/2/stray\n'], listed.stderr)
  assert.equal(store.objects.has(stray), false)
})

async function writeLeft(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, 'left')
}

test('doctor names what is wrong with a bucket, and a command its options', SKIP, async () => {
  const doctor = async (env: Record<string, string>) => {
    const args = ['doctor', '--json', '--data', at('none'), '--port', '0', '--files-url', store.url]
    const { stdout } = await runCommand(args, env)
    assert.doesNotMatch(stdout, /hidden/)
    const { findings } = JSON.parse(stdout) as { findings: { check: string; level: string; text: string }[] }
    return findings.find(({ check }) => check === 'files') ?? assert.fail('files are checked')
  }
  assert.equal((await doctor({})).level, 'ok')
  const wrong = await doctor({ AWS_SECRET_ACCESS_KEY: 'hidden' })
  assert.equal(wrong.level, 'fail')
  assert.match(wrong.text, /s3:\/\/hall .*SignatureDoesNotMatch/)
  await failed(2, /takes a folder or s3:/, 'start', '--files-url', 's3://id:hidden@hall')
  await failed(2, /--check takes --files-url/, 'move-store', '--check', '--data', at('data'))
})
