import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { promisify } from 'node:util'
import { announceControl, findControl } from './control-address.ts'
import { ControlError } from './control-client.ts'

const control = { url: 'http://127.0.0.1:41234/control', key: 'announced-key' }
/** Linux gives no process a greater id than 2^22. */
const ENDED = 2 ** 30
const isRoot = process.getuid?.() === 0
const inherited = process.env.XDG_RUNTIME_DIR
let base = ''
let data = ''
/** The user's folder for running programs. */
let runtime = ''

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'guildhall-control-'))
  data = join(base, 'data')
  await mkdir(data)
  process.env.XDG_RUNTIME_DIR = base
  runtime = join(base, 'guildhall')
})
afterEach(async () => {
  if (inherited === undefined) delete process.env.XDG_RUNTIME_DIR
  else process.env.XDG_RUNTIME_DIR = inherited
  await rm(base, { recursive: true, force: true })
})

const find = (wanted: object = {}) => findControl({ server: null, key: null, data, env: {}, ...wanted })
const keyFound = async (wanted: object = {}) => (await find(wanted)).key

/** Writes the announcement of a platform, as another process does. */
async function write(path: string, { port, pid = process.pid }: { port: number; pid?: number }): Promise<void> {
  await mkdir(join(path, '..'), { recursive: true, mode: 0o700 })
  await writeFile(path, JSON.stringify({ url: `http://127.0.0.1:${port}`, key: `key of ${port}`, pid }), {
    mode: 0o600,
  })
}

test('a platform announces its key to its user only, until it ends', async () => {
  const withdraw = await announceControl({ control, ca: null }, data)
  const file = join(data, 'control.json')
  assert.equal((await stat(file)).mode & 0o777, 0o600)
  assert.deepEqual(JSON.parse(await readFile(file, 'utf8')).key, control.key)
  const found = await find()
  assert.deepEqual([found.server.origin, found.key], ['http://127.0.0.1:41234', control.key])
  assert.equal(await keyFound({ server: 'http://localhost:41234' }), control.key)
  withdraw()
  await assert.rejects(stat(file), { code: 'ENOENT' })
})

test('a platform in memory is found from every folder, until it ends', async () => {
  const withdraw = await announceControl({ control, ca: null }, ':memory:')
  assert.equal((await stat(runtime)).mode & 0o777, 0o700)
  assert.equal((await stat(join(runtime, `${process.pid}.json`))).mode & 0o777, 0o600)
  assert.equal(await keyFound(), control.key)
  assert.equal(await keyFound({ server: 'https://localhost:41234' }), control.key)
  withdraw()
  await assert.rejects(find(), ControlError)
  await assert.rejects(stat(runtime), { code: 'ENOENT' })
})

test('without a platform, a command fails and names the options to give', async () => {
  await assert.rejects(find(), /^ControlError: No platform of this user runs .*--server URL --key KEY/)
  await assert.rejects(
    find({ server: 'http://127.0.0.1:41234' }),
    /The key of http:\/\/127\.0\.0\.1:41234 is not known/,
  )
})

test('the announced key goes to the announced platform only; a given key wins', async () => {
  await announceControl({ control, ca: null }, data)
  await assert.rejects(find({ server: 'http://example.com:41234' }), ControlError)
  await assert.rejects(find({ server: 'http://127.0.0.1:41235' }), ControlError)
  const given = await find({ server: 'http://example.com', env: { GUILDHALL_CONTROL_KEY: 'mine' } })
  assert.deepEqual([given.server.origin, given.key], ['http://example.com', 'mine'])
  assert.equal((await find({ key: 'mine' })).server.origin, 'http://127.0.0.1:41234')
})

test('the address selects one of several platforms; without it, that of the data folder is used, then the newest', async () => {
  await write(join(runtime, '1.json'), { port: 1001 })
  await write(join(runtime, '2.json'), { port: 1002, pid: process.ppid })
  await utimes(join(runtime, '1.json'), 2_000, 2_000)
  await utimes(join(runtime, '2.json'), 1_000, 1_000)
  assert.equal(await keyFound(), 'key of 1001')
  await utimes(join(runtime, '2.json'), 3_000, 3_000)
  assert.equal(await keyFound(), 'key of 1002')
  await write(join(data, 'control.json'), { port: 1003 })
  assert.equal(await keyFound(), 'key of 1003')
  for (const port of [1001, 1002, 1003])
    assert.equal(await keyFound({ server: `http://localhost:${port}` }), `key of ${port}`)
})

test('the file of a process that has ended is removed, and does not hide a platform that runs', async () => {
  const ended = [join(data, 'control.json'), join(runtime, `${ENDED}.json`)]
  for (const file of ended) await write(file, { port: 1001, pid: ENDED })
  await write(join(runtime, '1.json'), { port: 1002 })
  assert.equal(await keyFound(), 'key of 1002')
  for (const file of ended) await assert.rejects(stat(file), { code: 'ENOENT' })
  await assert.rejects(find({ server: 'http://127.0.0.1:1001' }), ControlError)
})

test('a file that is no announcement is passed over', async () => {
  await write(join(runtime, '1.json'), { port: 1001 })
  for (const content of ['', '{', 'null', '[]', '{"pid":1}', `{"pid":${process.pid},"url":"no address","key":"k"}`]) {
    await writeFile(join(data, 'control.json'), content)
    assert.equal(await keyFound(), 'key of 1001')
  }
})

test('a file that another user could have written or placed is not read', async () => {
  const file = join(data, 'control.json')
  await write(file, { port: 1001 })
  await chmod(file, 0o666)
  await assert.rejects(find(), ControlError)
  await rm(file)
  const elsewhere = join(base, 'elsewhere.json')
  await write(elsewhere, { port: 1001 })
  await symlink(elsewhere, file)
  await assert.rejects(find(), ControlError)
  await rm(file)
  await promisify(execFile)('mkfifo', [file])
  await assert.rejects(find(), ControlError)
  await write(join(runtime, '1.json'), { port: 1001 })
  assert.equal(await keyFound(), 'key of 1001')
  await chmod(runtime, 0o777)
  await assert.rejects(find(), ControlError)
})

test('a file of another user is not read, nor removed', {
  skip: !isRoot && 'only root gives files away',
}, async () => {
  const file = join(data, 'control.json')
  for (const pid of [process.pid, ENDED]) {
    await write(file, { port: 1001, pid })
    await chown(file, 65_534, 65_534)
    await assert.rejects(find(), ControlError)
    await stat(file)
  }
  await write(join(runtime, '1.json'), { port: 1001 })
  await chown(runtime, 65_534, 65_534)
  await assert.rejects(find(), ControlError)
  await assert.rejects(
    announceControl({ control, ca: null }, ':memory:').then(() => find()),
    ControlError,
  )
})

test('a user without a name, as in containers, announces a platform', {
  skip: !isRoot && 'needs root',
}, async () => {
  const script = `
    const { announceControl, findControl } = await import(${JSON.stringify(new URL('control-address.ts', import.meta.url))})
    await announceControl({ control: ${JSON.stringify(control)}, ca: null }, ':memory:')
    console.log((await findControl({ server: null, key: null, data: 'none', env: {} })).key)`
  await chmod(base, 0o777)
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    ...{ uid: 54_321, gid: 54_321, cwd: base },
    env: { ...process.env, XDG_RUNTIME_DIR: base, NODE_TEST_CONTEXT: undefined },
  })
  assert.equal(stdout.trim(), control.key)
})

test('a file with an address elsewhere is not used, so that no key is sent there', async () => {
  const file = join(data, 'control.json')
  for (const url of ['http://evil.example:7700', 'https://192.0.2.1', 'http://127.0.0.1.evil.example']) {
    await writeFile(file, JSON.stringify({ url, key: 'theirs', pid: process.pid }), { mode: 0o600 })
    assert.notEqual((await find({ key: 'mine' })).server.origin, new URL(url).origin)
    await assert.rejects(find({ server: url }), ControlError)
  }
  await writeFile(file, JSON.stringify({ url: 'http://[::1]:7701', key: 'theirs', pid: process.pid }))
  assert.equal((await find({ server: 'http://[::1]:7701' })).key, 'theirs')
  await rm(file)
})
