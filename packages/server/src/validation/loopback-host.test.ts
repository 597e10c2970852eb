import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isLoopbackHost } from './loopback-host.ts'

const LOOPBACK = ['localhost', 'LOCALHOST', 'a.localhost', '127.0.0.1', '127.8.8.8', '::1', '[::1]']
const OTHER = ['', '0.0.0.0', '::', '10.0.0.1', 'localhost.example', '127.0.0.1.example', 'notlocalhost', '128.0.0.1']

test('isLoopbackHost() accepts names and addresses of this machine only', () => {
  assert.deepEqual(LOOPBACK.filter(isLoopbackHost), LOOPBACK)
  assert.deepEqual(OTHER.filter(isLoopbackHost), [])
})
