import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import http from 'node:http'
import https from 'node:https'
import net from 'node:net'
import { after, afterEach, test } from 'node:test'
import tls from 'node:tls'
import { WebSocket, WebSocketServer } from 'ws'
import { localCertificates } from './certificate.ts'
import { openPort, type Port, type PortBounds, PortError, PortInUseError } from './port.ts'

const certificates = await localCertificates({ folder: null, host: '127.0.0.1', now: Date.now() })
const ca = await readFile(certificates.ca, 'utf8')
after(() => certificates.close())

/** Echoes bodies, and what is sent by WebSocket. */
function echo(server: http.Server): void {
  server.on('request', (request, response) => {
    response.setHeader('x-encrypted', String('encrypted' in request.socket))
    request.pipe(response)
  })
  const sockets = new WebSocketServer({ noServer: true })
  server.on('upgrade', (request, socket, head) => {
    sockets.handleUpgrade(request, socket, head, (ws) => ws.on('message', (data) => ws.send(data.toString())))
  })
}

/** Closed with the test, also when that failed: an open port would hold the process. */
const opened = new Set<Port>()
afterEach(async () => {
  for (const port of opened) await port.close(0)
  opened.clear()
})

async function open(bounds: Partial<PortBounds> = {}, secured = true): Promise<Port> {
  const tls = secured ? certificates : null
  const port = await openPort({ host: '127.0.0.1', port: 0, tls, bounds, onRequestServer: echo })
  opened.add(port)
  return port
}

async function post(
  module: typeof http | typeof https,
  port: number,
  body: string,
): Promise<[http.IncomingMessage, string]> {
  const request = module.request({ host: '127.0.0.1', port, method: 'POST', ca, agent: false })
  request.end(body)
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  let text = ''
  for await (const chunk of response.setEncoding('utf8')) text += chunk
  return [response, text]
}

async function echoed(url: string): Promise<string> {
  const ws = new WebSocket(url, { ca })
  await once(ws, 'open')
  ws.send('hello')
  const [data] = await once(ws, 'message')
  ws.close()
  await once(ws, 'close')
  return String(data)
}

/** All that a raw connection is answered until it closes. */
async function conversation(port: number, ...sent: string[]): Promise<string> {
  const socket = net.connect(port, '127.0.0.1').setEncoding('utf8')
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  socket.on('error', () => {})
  await once(socket, 'connect')
  for (const part of sent) socket.write(part)
  await once(socket, 'close')
  return text
}

test('[SVC-1] one port: HTTP, HTTPS, ws and wss', async () => {
  const port = await open()
  const body = 'x'.repeat(1_000_000)
  const [plain, plainText] = await post(http, port.port, body)
  const [secure, secureText] = await post(https, port.port, body)
  assert.equal(plainText, body)
  assert.equal(secureText, body)
  assert.equal(plain.headers['x-encrypted'], 'false')
  assert.equal(secure.headers['x-encrypted'], 'true')
  assert.equal(await echoed(`ws://127.0.0.1:${port.port}/`), 'hello')
  assert.equal(await echoed(`wss://localhost:${port.port}/`), 'hello')
  await port.close()
})

test('a request in pieces and requests in one piece both arrive whole', async () => {
  const port = await open()
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  for (const text of ['one', 'two']) {
    const request = http.request({ host: '127.0.0.1', port: port.port, method: 'POST', agent })
    request.end(text)
    const [response] = (await once(request, 'response')) as [http.IncomingMessage]
    assert.equal(String((await response.toArray())[0]), text)
  }
  agent.destroy()
  const one = 'GET / HTTP/1.1\r\nhost: a\r\n\r\n'
  const last = 'POST / HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncontent-length: 4\r\n\r\nlast'
  const pipelined = await conversation(port.port, one + one + last)
  assert.equal(pipelined.match(/HTTP\/1.1 200/g)?.length, 3)
  assert.ok(pipelined.includes('last'))

  const socket = net.connect(port.port, '127.0.0.1').setNoDelay().setEncoding('utf8')
  for (const letter of last) await new Promise((resolve) => socket.write(letter, resolve))
  const answer = (await socket.toArray()).join('')
  assert.match(answer, /^HTTP\/1\.1 200[\s\S]*last/)
  await port.close()
})

test('no TLS without a certificate, and no trust without the authority', async () => {
  const port = await open({}, false)
  await assert.rejects(post(https, port.port, ''))
  await port.close()
  const secured = await open()
  const socket = tls.connect({ host: '127.0.0.1', port: secured.port })
  const [error] = await once(socket, 'error')
  assert.match((error as NodeJS.ErrnoException).code ?? '', /VERIFY|SELF_SIGNED/)
  const [, text] = await post(http, secured.port, 'still there')
  assert.equal(text, 'still there')
  await secured.close()
})

test('slow and talkative clients are cut off', async () => {
  const port = await open({ firstByteMs: 40, headersMs: 60, requestMs: 120, handshakeMs: 60, checkEveryMs: 20 })
  const cases: [string, string, string][] = [
    ['no byte', '', ''],
    ['headers without an end', 'GET / HTTP/1.1\r\nhost: a\r\n', 'HTTP/1.1 408'],
    ['body without an end', 'POST /x HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\n\r\nabc', 'HTTP/1.1 200'],
    ['handshake without an end', '\x16\x03\x01', ''],
    ['17 KB of header', `GET / HTTP/1.1\r\nhost: a\r\nx: ${'y'.repeat(17 * 1024)}\r\n\r\n`, 'HTTP/1.1 431'],
    ['no HTTP', 'EHLO mail\r\n\r\n', 'HTTP/1.1 400'],
  ]
  for (const [name, sent, answer] of cases) {
    assert.equal((await conversation(port.port, sent)).slice(0, answer.length || undefined), answer, name)
  }
  await port.close()
})

test('close ends silent, idle and upgraded connections, and lets a request finish', async () => {
  let answer = () => {}
  const arrived = Promise.withResolvers<void>()
  const port = await openPort({
    host: '127.0.0.1',
    port: 0,
    tls: certificates,
    onRequestServer(server) {
      echo(server)
      server.removeAllListeners('request')
      server.on('request', (request, response) => {
        if (request.url === '/') return void response.end()
        answer = () => void response.end('finished')
        arrived.resolve()
      })
    },
  })
  const agent = new http.Agent({ keepAlive: true })
  const idle = http.get({ host: '127.0.0.1', port: port.port, agent })
  const [response] = (await once(idle, 'response')) as [http.IncomingMessage]
  await response.toArray()
  const silent = net.connect(port.port, '127.0.0.1')
  await once(silent, 'connect')
  const ws = new WebSocket(`wss://127.0.0.1:${port.port}/`, { ca })
  await once(ws, 'open')
  const slow = conversation(port.port, 'GET /slow HTTP/1.1\r\nhost: a\r\n\r\n')
  await arrived.promise
  const gone = Promise.all([once(silent, 'close'), once(ws, 'close')])
  const closing = port.close(300)
  answer()
  assert.ok((await slow).endsWith('finished'))
  await closing
  await gone
  agent.destroy()
  await assert.rejects(post(http, port.port, ''), { code: 'ECONNREFUSED' })
})

test('a taken port and a foreign address are explained', async () => {
  const port = await open()
  await assert.rejects(
    openPort({ host: '127.0.0.1', port: port.port, onRequestServer: echo }),
    (error) => error instanceof PortInUseError && error.port === port.port && error.message.includes('--port'),
  )
  await port.close()
  await assert.rejects(openPort({ host: '192.0.2.1', port: 0, onRequestServer: echo }), PortError)
})
