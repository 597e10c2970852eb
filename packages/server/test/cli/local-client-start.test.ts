/** `guildhall start --local-client`. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { api, spawnPlatform } from '@guildhall/testing'
import { IpcGame } from '../../../local-client/test/support/ipc-game.ts'

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
      args: ['--local-client', 'alice', '--consent', 'deny', '--tape'],
      // The folder is that of TMPDIR where XDG_RUNTIME_DIR is not set.
      env: { ...process.env, XDG_RUNTIME_DIR: '', TMPDIR: folder },
    })
    const ipc = platform.local_client?.ipc
    assert.equal(ipc, join(folder, 'discord-ipc-2'))
    assert.ok(existsSync(ipc))
    await assertRecorded(ipc, platform)
    await platform.stop()
    assert.ok(!existsSync(ipc))
  } finally {
    for (const other of others) other.close()
    await rm(folder, { recursive: true })
  }
})

/** Asserts that the tape has the messages of a game, without its token. */
async function assertRecorded(
  ipc: string,
  { control, world }: Awaited<ReturnType<typeof spawnPlatform>>,
): Promise<void> {
  const [application] = Object.values(world?.applications ?? {})
  const game = await IpcGame.connect(ipc, application?.id ?? '')
  const refused = await game.command('AUTHENTICATE', { access_token: 'secret-of-the-game' })
  assert.equal(refused.evt, 'ERROR')
  game.socket.destroy()
  const operator = api(control.url, `Bearer ${control.key}`)
  const { records } = (
    await operator.get<{ records: { id: number; title: string; application_id: string }[] }>(
      `/tape?kind=rpc&application_id=${application?.id}`,
    )
  ).body
  assert.deepEqual(
    records.map(({ title }) => title),
    ['DISPATCH READY', 'AUTHENTICATE', 'AUTHENTICATE ERROR'],
  )
  const { details } = (await operator.get<{ details: object }>(`/tape/${records[1]?.id}`)).body
  assert.deepEqual(details, { cmd: 'AUTHENTICATE', evt: null, nonce: 'n1', payload: { access_token: '[hidden]' } })
}
