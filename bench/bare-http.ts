/** A bare Node HTTP server that reads each request to its end and sends ready-made bytes. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerCommands } from './answer-commands.ts'

/** Bodies by the path that asks for them. */
const bodies = new Map<string, string>()

const server = createServer((request, response) => {
  const body = bodies.get(request.url ?? '') ?? ''
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  const respond = () => {
    response.writeHead(200, headers)
    response.end(body)
  }
  if (request.method === 'GET') respond()
  else request.resume().on('end', respond)
})

answerCommands({
  async listen() {
    server.listen({ port: 0, host: '127.0.0.1' })
    await once(server, 'listening')
    return { port: (server.address() as AddressInfo).port }
  },

  /** Sets the body of a path's responses. */
  serve({ path, body }: { path: string; body: string }): void {
    bodies.set(path, body)
  },
})
