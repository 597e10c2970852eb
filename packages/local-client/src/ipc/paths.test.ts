import assert from 'node:assert/strict'
import { test } from 'node:test'
import { socketPaths } from './paths.ts'

const first = (env: Record<string, string>, platform: NodeJS.Platform = 'linux', folder: string | null = null) =>
  socketPaths({ platform, env, folder })[0]

test('[RPC-3] sockets are in the first folder that the environment names', () => {
  assert.equal(first({ XDG_RUNTIME_DIR: '/run/user/1', TMPDIR: '/t' }), '/run/user/1/discord-ipc-0')
  assert.equal(first({ XDG_RUNTIME_DIR: '', TMPDIR: '/t', TMP: '/u' }), '/t/discord-ipc-0')
  assert.equal(first({ TMP: '/u', TEMP: '/v' }), '/u/discord-ipc-0')
  assert.equal(first({ TEMP: '/v' }), '/v/discord-ipc-0')
  assert.equal(first({}), '/tmp/discord-ipc-0')
  assert.equal(first({ XDG_RUNTIME_DIR: '/run/user/1' }, 'linux', '/mine'), '/mine/discord-ipc-0')
})

test('[RPC-2] Windows has pipes', () => {
  assert.equal(first({ TEMP: 'C:\\t' }, 'win32'), '\\\\?\\pipe\\discord-ipc-0')
  assert.equal(socketPaths({ platform: 'win32', env: {}, folder: null })[9], '\\\\?\\pipe\\discord-ipc-9')
})
