/** `guildhall start --local-client`. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { spawnPlatform } from '@guildhall/testing'

test('[RPC-1] start --local-client serves the first free socket, and removes it at the end', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-start-ipc-'))
  // Two sockets of other programs: they answer the PING that looks for stale ones.
  const others = [0, 1].map((index) =>
    createServer((socket) => {
      socket.on('error', () => {})
      socket.on('data', () => socket.write(Buffer.from('04000000020000007b7d', 'hex')))
    }).listen(join(folder, `discord-ipc-${index}`)),
  )
  try {
    const platform = await spawnPlatform({
      args: ['--local-client', 'alice', '--consent', 'deny'],
      // The folder is that of TMPDIR where XDG_RUNTIME_DIR is not set.
      env: { ...process.env, XDG_RUNTIME_DIR: '', TMPDIR: folder },
    })
    const ipc = platform.local_client?.ipc
    assert.equal(ipc, join(folder, 'discord-ipc-2'))
    assert.ok(existsSync(ipc))
    await platform.stop()
    assert.ok(!existsSync(ipc))
  } finally {
    for (const other of others) other.close()
    await rm(folder, { recursive: true })
  }
})
