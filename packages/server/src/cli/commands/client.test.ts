import assert from 'node:assert/strict'
import { test } from 'node:test'
import { client } from './client.ts'

const SERVER = ['--server', 'http://127.0.0.1:7700']
const ENV = { GUILDHALL_TOKEN: 'env-token', GUILDHALL_PASSWORD: 'env-password' }

for (const [args, env, credentials, readable] of [
  [['--token', 'T'], {}, { token: 'T' }, 'token'],
  [['--token=T'], ENV, { token: 'T' }, 'token'],
  [['--token', '-'], {}, { token: '-' }, null],
  [[], ENV, { token: 'env-token' }, null],
  [['--login', 'alice', '--password', 'P'], ENV, { login: 'alice', password: 'P' }, 'password'],
  [['--login', 'alice', '--password', '-'], {}, { login: 'alice', password: '-' }, null],
  [['--login', 'alice'], ENV, { login: 'alice', password: 'env-password' }, null],
] as const) {
  test(`client ${args.join(' ')} signs in by ${JSON.stringify(credentials)}`, () => {
    const parsed = client.parse({ args: [...SERVER, ...args], program: null, env })
    assert.ok(typeof parsed === 'object', String(parsed))
    assert.deepEqual([parsed.options.credentials, parsed.options.readable], [credentials, readable])
  })
}

for (const [args, env] of [
  [[], {}],
  [[], { GUILDHALL_TOKEN: '' }],
  [[], { GUILDHALL_PASSWORD: 'P' }],
  [['--login', 'alice'], { GUILDHALL_TOKEN: 'T' }],
  [['--password', 'P'], ENV],
  [['--token', 'T', '--login', 'alice'], ENV],
] as const) {
  test(`client ${args.join(' ')} with ${Object.keys(env).join(' and ') || 'no variable'} is refused`, () => {
    assert.equal(typeof client.parse({ args: [...SERVER, ...args], program: null, env }), 'string')
  })
}
