/**
 * The baseline of all ratios: the cost of Node itself to write a ready-made frame to N sockets, one write per frame
 * and socket, and to respond with ready-made bytes. It knows nothing of sessions, people or permissions.
 */
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { constants, createDeflate, createZstdCompress } from 'node:zlib'
import { answerCommands } from './answer-commands.ts'
import type { Compress } from './session.ts'
import { binaryFrame, serverFrame, upgradeAnswer } from './websocket.ts'
import { words } from './words.ts'

let ready = serverFrame('x'.repeat(1024))
const answer = JSON.stringify({ content: 'x'.repeat(1024) })
const sockets = new Set<Socket>()

const server = createServer((socket) => {
  let request = ''
  socket.setNoDelay(true)
  socket.on('error', () => {})
  socket.on('close', () => sockets.delete(socket))
  const onData = (chunk: Buffer) => {
    request += chunk.toString('latin1')
    const upgraded = upgradeAnswer(request)
    if (upgraded === undefined) return
    request = ''
    socket.off('data', onData).resume()
    socket.write(upgraded)
    sockets.add(socket)
  }
  socket.on('data', onData)
})

/** Responds to a GET at once, and to a POST when a frame was written to every socket. */
const httpServer = createHttpServer((request, response) => {
  request.resume().on('end', async () => {
    if (request.method === 'POST') await fanOut()
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(answer) })
    response.end(answer)
  })
})

let compress: Compress | undefined
let sample: { content: string } = { content: '' }
let frames = 0

async function fanOut(): Promise<void> {
  if (compress) return fanOutCompressed(compress)
  for (const socket of sockets) socket.write(ready)
}

/** Content as long as a MESSAGE_CREATE of the bench, and as hard to compress. */
function message(n: number): Buffer {
  const d = { ...sample, id: String(n * 7919), content: words(sample.content.length) }
  return Buffer.from(JSON.stringify({ t: 'MESSAGE_CREATE', s: n, op: 0, d }))
}

const streams = new Map<Socket, Stream>()
interface Stream {
  compress(message: Buffer, done: (bytes: Buffer) => void): void
}

/** One compressing stream per socket, flushed after each message, as Node offers it. */
function streamFor(kind: Compress): Stream {
  const zlib = kind === 'zlib-stream'
  const stream = zlib
    ? createDeflate({ flush: constants.Z_SYNC_FLUSH })
    : createZstdCompress({ flush: constants.ZSTD_e_flush })
  let output: Buffer[] = []
  stream.on('data', (chunk: Buffer) => output.push(chunk))
  return {
    compress(message, done) {
      stream.write(message, () => {
        done(Buffer.concat(output))
        output = []
      })
    },
  }
}

async function fanOutCompressed(kind: Compress): Promise<void> {
  const bytes = message(++frames)
  const written = [...sockets].map((socket) => {
    const stream = streams.get(socket) ?? streamFor(kind)
    streams.set(socket, stream)
    return new Promise<void>((resolve) => {
      stream.compress(bytes, (compressed) => {
        socket.write(binaryFrame(compressed))
        resolve()
      })
    })
  })
  await Promise.all(written)
}

answerCommands({
  async listen() {
    server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 })
    httpServer.listen({ port: 0, host: '127.0.0.1' })
    await Promise.all([once(server, 'listening'), once(httpServer, 'listening')])
    return {
      port: (server.address() as AddressInfo).port,
      httpPort: (httpServer.address() as AddressInfo).port,
    }
  },

  /** Sets the length of the frame body from now on. */
  frameBytes({ bytes }: { bytes: number }): void {
    ready = serverFrame('x'.repeat(bytes))
  },

  /** Sets the compression of frames from now on, and a message of Guildhall whose content they resemble. */
  compressBy({ kind, message }: { kind: Compress; message: string }): void {
    compress = kind
    sample = JSON.parse(message)
  },
})
