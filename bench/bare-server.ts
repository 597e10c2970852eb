/**
 * The limit that Guildhall is held against: what Node itself needs to write a ready-made frame to N sockets, one write per
 * frame and socket, and to answer a request with ready-made bytes. It knows nothing of sessions, people or permissions.
 */
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { answerCommands } from './answer-commands.ts'
import { monotonicMicros } from './measure.ts'
import { serverFrame, upgradeAnswer } from './websocket.ts'

const PAYLOAD_BYTES = 1024
const ready = serverFrame('x'.repeat(PAYLOAD_BYTES))
const answer = JSON.stringify({ content: 'x'.repeat(PAYLOAD_BYTES) })
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

const httpServer = createHttpServer((request, response) => {
  request.resume().on('end', () => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(answer) })
    response.end(answer)
  })
})

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

  /** Writes one frame to every socket, round after round, as fast as the sockets take them. */
  async fanOut({ durationMs, framesMax }: { durationMs: number; framesMax: number }) {
    const startedAt = monotonicMicros()
    let frames = 0
    for (; frames < framesMax && monotonicMicros() - startedAt < durationMs * 1000; frames += 1) {
      const full: Promise<unknown>[] = []
      for (const socket of sockets) if (!socket.write(ready)) full.push(once(socket, 'drain'))
      await Promise.all(full)
      await new Promise(setImmediate)
    }
    return { startedAt, frames, deliveries: frames * sockets.size }
  },
})
