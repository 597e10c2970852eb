/** Sockets behind which no local client is: a game goes on, and finds the one that follows. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { encodeFrame, FrameReader, Opcode } from '@guildhall/local-client/ipc'
import * as sdk from '../support/sdk.ts'

const GAME = 123_456_789n
const READY = {
  cmd: 'DISPATCH',
  evt: 'READY',
  nonce: null,
  data: { v: 1, user: { id: '42', username: 'ann', global_name: 'Ann' } },
}

let folder: string
let former: string | undefined
let frames: ReturnType<typeof setInterval>

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'guildhall-hostile-'))
  former = process.env.XDG_RUNTIME_DIR
  process.env.XDG_RUNTIME_DIR = folder
  frames = setInterval(() => sdk.RunCallbacks(), 2)
})

after(() => {
  clearInterval(frames)
  if (former === undefined) delete process.env.XDG_RUNTIME_DIR
  else process.env.XDG_RUNTIME_DIR = former
  rmSync(folder, { recursive: true })
})

type Message = { cmd?: string; evt?: string; nonce?: string }

/** A peer on a socket. `answer` is called for each frame that it receives, the handshake included. */
class Peer implements AsyncDisposable {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  readonly ends: Promise<void>[] = []

  private constructor(server: Server) {
    this.#server = server
  }

  static async listen(
    number: number,
    answer: (socket: Socket, message: Message, opcode: number) => void,
  ): Promise<Peer> {
    const server = createServer()
    const peer = new Peer(server)
    server.on('connection', (socket) => {
      const reader = new FrameReader()
      peer.#sockets.add(socket)
      socket.on('error', () => {})
      peer.ends.push(new Promise((resolve) => socket.on('close', () => resolve())))
      socket.on('data', (chunk: Buffer) => {
        for (const { opcode, data } of reader.read(chunk)) answer(socket, data as Message, opcode)
      })
    })
    server.listen(join(folder, `discord-ipc-${number}`))
    await once(server, 'listening')
    return peer
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    this.#server.close()
    await once(this.#server, 'close')
  }
}

/** A peer that speaks the protocol, and responds to commands with null. */
function honest(socket: Socket, { cmd, nonce }: Message, opcode: number): void {
  if (opcode === Opcode.HANDSHAKE) socket.write(encodeFrame(Opcode.FRAME, READY))
  else if (opcode === Opcode.FRAME) socket.write(encodeFrame(Opcode.FRAME, { cmd, nonce, evt: null, data: null }))
}

function header(opcode: number, length: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeUInt32LE(opcode, 0)
  bytes.writeUInt32LE(length, 4)
  return bytes
}

function gameClient(): sdk.Client {
  const client = new sdk.Client('http://127.0.0.1:9/api', 'http://127.0.0.1:9')
  client.SetApplicationId(GAME)
  return client
}

/** Bytes with which a peer answers the handshake. */
const ANSWERS: Readonly<Record<string, Buffer>> = {
  'a frame of 2 GB': Buffer.concat([header(Opcode.FRAME, 2 ** 31), Buffer.alloc(1_000, 0x20)]),
  'no JSON': Buffer.concat([header(Opcode.FRAME, 4), Buffer.from('{{{{')]),
  'a list': encodeFrame(Opcode.FRAME, [READY]),
  null: encodeFrame(Opcode.FRAME, null),
  'another event than READY': encodeFrame(Opcode.FRAME, { cmd: 'DISPATCH', evt: 'ACTIVITY_JOIN', data: {} }),
  'an unknown opcode': Buffer.concat([header(77, 2), Buffer.from('{}')]),
  'a handshake': encodeFrame(Opcode.HANDSHAKE, { v: 1 }),
  CLOSE: encodeFrame(Opcode.CLOSE, { code: 4_000, message: 'Invalid Client ID' }),
  'an HTTP response': Buffer.from('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n'),
}

for (const [name, bytes] of Object.entries(ANSWERS))
  test(`a peer that answers the handshake with ${name} is no local client; the next socket is`, async () => {
    await using foreign = await Peer.listen(0, (socket) => socket.write(bytes))
    await using _local = await Peer.listen(1, honest)
    using client = gameClient()
    const [result, user] = await client.GetDiscordClientConnectedUser(GAME)
    assert.deepEqual([result.Successful(), user?.Id(), user?.DisplayName()], [true, 42n, 'Ann'])
    await foreign.ends[0]
  })

test('a peer that never answers does not keep the next socket from being found', async () => {
  await using _silent = await Peer.listen(0, () => undefined)
  await using _local = await Peer.listen(1, honest)
  using client = gameClient()
  assert.equal((await client.GetDiscordClientConnectedUser(GAME))[1]?.Username(), 'ann')
})

test('a peer that sends without end is left', async () => {
  const flood = (socket: Socket) => {
    const frame = encodeFrame(Opcode.FRAME, { cmd: 'DISPATCH', evt: 'ACTIVITY_JOIN', data: { secret: 'x' } })
    const write = () => {
      while (!socket.destroyed && socket.write(frame));
    }
    socket.on('drain', write)
    write()
  }
  await using endless = await Peer.listen(0, (socket, message, opcode) => {
    honest(socket, message, opcode)
    if (message.cmd === 'SUBSCRIBE') flood(socket)
  })
  const secrets: string[] = []
  using client = gameClient()
  client.SetActivityJoinCallback((secret) => secrets.push(secret))
  while (endless.ends.length === 0) await new Promise(setImmediate)
  await endless.ends[0]
  assert.ok(secrets.length <= 500, `${secrets.length} events were delivered`)
})

test('ACTIVITY_JOIN calls both handlers with a secret, and neither without one', async () => {
  const dispatch = (data: unknown) => encodeFrame(Opcode.FRAME, { cmd: 'DISPATCH', evt: 'ACTIVITY_JOIN', data })
  await using _peer = await Peer.listen(0, (socket, message, opcode) => {
    honest(socket, message, opcode)
    if (message.cmd !== 'SUBSCRIBE') return
    const faulty = [null, {}, { secret: 7 }, { secret: '' }, { secret: 'x'.repeat(2_000) }]
    socket.write(Buffer.concat([...faulty, { secret: 's1' }].map(dispatch)))
  })
  const secrets: unknown[] = []
  using client = gameClient()
  client.SetActivityJoinCallback((secret) => secrets.push(secret))
  await new Promise<void>((resolve) => {
    client.SetActivityJoinWithApplicationCallback((...given) => {
      secrets.push(given)
      resolve()
    })
  })
  assert.deepEqual(secrets, ['s1', [GAME, 's1']])
})

test('a faulty READY has no person, and a faulty response no code', async () => {
  const ready = { ...READY, data: { user: { id: '-1', username: ['x'] } } }
  await using _peer = await Peer.listen(0, (socket, { cmd, nonce }, opcode) => {
    const answer = opcode === Opcode.HANDSHAKE ? ready : { cmd, nonce, evt: null, data: { code: { $ne: 1 } } }
    if (opcode === Opcode.PONG) return
    // A PING, and a response that nobody waits for, come first.
    socket.write(encodeFrame(Opcode.PING, { any: 1 }))
    if (opcode === Opcode.FRAME) socket.write(encodeFrame(Opcode.FRAME, { cmd, nonce: 'other', data: { code: 'x' } }))
    socket.write(encodeFrame(Opcode.FRAME, answer))
  })
  using client = gameClient()
  const [result, user] = await client.GetDiscordClientConnectedUser(GAME)
  assert.deepEqual([result.Successful(), user], [true, null])
  const args = new sdk.AuthorizationArgs()
  args.SetScopes('identify')
  const [authorized, code] = await client.Authorize(args)
  assert.deepEqual([sdk.EnumToString(sdk.ErrorType, authorized.Type()), code], ['RPCError', ''])
})

test('a local client that ends while it is asked is an RPCError, and dispose leaves nothing open', async () => {
  await using peer = await Peer.listen(0, (socket, message, opcode) => {
    if (message.cmd === 'AUTHORIZE') socket.destroy()
    else honest(socket, message, opcode)
  })
  const client = gameClient()
  const args = new sdk.AuthorizationArgs()
  args.SetScopes('identify')
  assert.equal(sdk.EnumToString(sdk.ErrorType, (await client.Authorize(args))[0].Type()), 'RPCError')
  await client.UpdateRichPresence(new sdk.Activity())
  client.dispose()
  await Promise.all(peer.ends)
})
