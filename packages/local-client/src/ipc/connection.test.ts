import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Host } from '../rpc/host.ts'
import { IpcConnection } from './connection.ts'
import { encodeFrame, Opcode } from './frames.ts'

test('a game that closes its connection before it is admitted waits no longer', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-ipc-'))
  const admitted = Promise.withResolvers<AbortSignal>()
  const server = createServer((socket) => {
    new IpcConnection(socket, {
      host: {} as Host,
      tables: { commands: new Map(), events: new Map() },
      admit: (_clientId, ended) => {
        admitted.resolve(ended)
        return new Promise((_, reject) => ended.addEventListener('abort', () => reject(ended.reason)))
      },
    })
  }).listen(join(folder, 'socket'))
  await once(server, 'listening')
  const game = connect(join(folder, 'socket'))
  game.write(encodeFrame(Opcode.HANDSHAKE, { v: 1, client_id: '1' }))
  const ended = await admitted.promise
  assert.equal(ended.aborted, false)
  game.destroy()
  await once(ended, 'abort')
  server.close()
  await rm(folder, { recursive: true })
})
