/** A server that stops, dies or sends nonsense while the person of a local client is in a voice channel. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { spawnPlatform } from '@guildhall/testing'
import { type WebSocket, WebSocketServer } from 'ws'
import { startLocalClient } from '../src/index.ts'
import { Opcode } from '../src/ipc/frames.ts'
import { VoiceWire } from '../src/voice/voice-wire.ts'
import { IpcGame } from './support/ipc-game.ts'

const REDIRECT = 'http://127.0.0.1:9/callback'
/** Longer than the first attempts to connect again: 0, 500 and 1,000 ms. */
const ATTEMPTS_MS = 2_000

interface World {
  users: { alice: { token: string } }
  applications: { game: { id: string; client_secret: string } }
  guilds: { lab: { channels: { Voice: { id: string } } } }
}

for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
  test(`a local client in voice keeps its games when the server ends by ${signal}`, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'guildhall-voice-stop-'))
    const platform = await spawnPlatform({
      world: {
        users: { alice: {} },
        applications: { game: { name: 'Chess', owner: 'alice', redirect_uris: [REDIRECT] } },
        guilds: { lab: { owner: 'alice', channels: { Voice: { type: 2 } } } },
      },
    })
    const { users, applications, guilds } = platform.world as unknown as World
    const local = await startLocalClient({
      server: platform.url,
      credentials: { token: users.alice.token },
      ipcFolder: folder,
      consent: async () => true,
      onSignedOut: () => {},
    })
    try {
      const { id, client_secret } = applications.game
      const game = await IpcGame.connect(local.ipc, id)
      const { data } = await game.command('AUTHORIZE', { client_id: id, scopes: ['identify', 'rpc'] })
      const form = { client_id: id, client_secret, grant_type: 'authorization_code', code: String(data?.code) }
      const tokens = await fetch(`${platform.api}/oauth2/token`, { method: 'POST', body: new URLSearchParams(form) })
      const { access_token } = (await tokens.json()) as { access_token: string }
      await game.command('AUTHENTICATE', { access_token })
      await game.command('SUBSCRIBE', {}, 'VOICE_CONNECTION_STATUS')
      await game.command('SELECT_VOICE_CHANNEL', { channel_id: guilds.lab.channels.Voice.id })
      const isIn = (state: string) =>
        game.next(({ evt, data }) => evt === 'VOICE_CONNECTION_STATUS' && data?.state === state)
      await isIn('VOICE_CONNECTED')

      await platform.kill(signal)
      await isIn('CONNECTING')
      await wait(ATTEMPTS_MS)
      game.write(Opcode.PING, { n: 1 })
      assert.deepEqual(await game.next((_message, opcode) => opcode === Opcode.PONG), { n: 1 })
      assert.equal((await game.command('GET_GUILDS')).evt, null)
      await game.end()
    } finally {
      await local.close()
      await platform.kill()
      await rm(folder, { recursive: true })
    }
  })
}

test('a voice connection that is refused rejects, and leaves no rejection that nobody holds', async () => {
  await assert.rejects(VoiceWire.connect('ws://127.0.0.1:1'), { code: 'ECONNREFUSED' })
  await wait(50)
})

test('a voice server that sends no protocol ends the connection, not the process', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  const nonsense: (string | Buffer)[] = ['{', 'null', '[]', '{"op":"8"}', Buffer.alloc(0), Buffer.alloc(2)]
  try {
    for (const message of nonsense) {
      server.once('connection', (socket: WebSocket) => socket.send(message))
      const wire = await VoiceWire.connect(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
      assert.equal((await wire.closed).code, 4000, String(message))
    }
  } finally {
    server.close()
  }
})
