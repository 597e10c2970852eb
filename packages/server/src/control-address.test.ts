import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { announceControl, findControl } from './control-address.ts'
import { ControlError } from './control-client.ts'

const control = { url: 'http://127.0.0.1:41234/control', key: 'announced-key' }
let data = ''
const find = (wanted: object) => findControl({ server: null, key: null, data, env: {}, ...wanted })

before(async () => {
  data = await mkdtemp(join(tmpdir(), 'guildhall-control-'))
})
after(async () => {
  await rm(data, { recursive: true, force: true })
})

test('a platform announces its key to its user only, until it ends', async () => {
  const withdraw = await announceControl(control, data)
  const file = join(data, 'control.json')
  assert.equal((await stat(file)).mode & 0o777, 0o600)
  assert.deepEqual(JSON.parse(await readFile(file, 'utf8')).key, control.key)
  const found = await find({})
  assert.deepEqual([found.server.origin, found.key], ['http://127.0.0.1:41234', control.key])
  assert.equal((await find({ server: 'http://localhost:41234' })).key, control.key)
  withdraw()
  await assert.rejects(stat(file), { code: 'ENOENT' })
})

test('the announced key goes to the announced platform only; a given key wins', async () => {
  const withdraw = await announceControl(control, data)
  await assert.rejects(find({ server: 'http://example.com:41234' }), ControlError)
  await assert.rejects(find({ server: 'http://127.0.0.1:41235' }), ControlError)
  const given = await find({ server: 'http://example.com', env: { GUILDHALL_CONTROL_KEY: 'mine' } })
  assert.deepEqual([given.server.origin, given.key], ['http://example.com', 'mine'])
  assert.equal((await find({ key: 'mine' })).server.origin, 'http://127.0.0.1:41234')
  withdraw()
})

test('a file of a process that has ended is removed', async () => {
  const file = join(data, 'control.json')
  // Linux gives no process a greater id than 2^22.
  await writeFile(file, JSON.stringify({ ...control, pid: 2 ** 30 }))
  await assert.rejects(find({ server: 'http://127.0.0.1:41234' }), ControlError)
  await assert.rejects(stat(file), { code: 'ENOENT' })
})
