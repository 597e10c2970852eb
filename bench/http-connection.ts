import { connect, type Socket } from 'node:net'

/** One keep-alive HTTP/1.1 connection with one request on it at a time. */
export class HttpConnection {
  readonly #socket: Socket
  #received: Buffer = Buffer.alloc(0)
  #waiting: { resolve(status: number): void; reject(error: Error): void } | undefined
  #ended: Error | undefined
  #body = ''

  constructor(port: number) {
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true })
    this.#socket.on('data', (chunk) => this.#receive(chunk))
    this.#socket.on('error', (error) => this.#end(error))
    this.#socket.on('close', () => this.#end(new Error('the server closed the connection')))
  }

  /** Body of the last response. */
  get body(): string {
    return this.#body
  }

  /** Writes ready-made request bytes and returns the status of the response. */
  send(request: Buffer): Promise<number> {
    return new Promise((resolve, reject) => {
      if (this.#ended) return reject(this.#ended)
      this.#waiting = { resolve, reject }
      this.#socket.write(request)
    })
  }

  close(): void {
    this.#socket.destroy()
  }

  #receive(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk])
    const headEnd = this.#received.indexOf('\r\n\r\n')
    if (headEnd < 0) return
    const head = this.#received.toString('latin1', 0, headEnd)
    const length = /content-length: *(\d+)/i.exec(head)?.[1]
    const bodyEnd = length === undefined ? this.#chunkedEnd(head) : headEnd + 4 + Number(length)
    if (this.#received.length < bodyEnd) return
    this.#body = this.#received.toString('utf8', headEnd + 4, bodyEnd)
    this.#received = Buffer.alloc(0)
    this.#waiting?.resolve(Number(head.slice(9, 12)))
    this.#waiting = undefined
  }

  /** Returns the end of a response without a length: its last chunk, or its head if it has no body (204). */
  #chunkedEnd(head: string): number {
    if (!/transfer-encoding: *chunked/i.test(head)) return 0
    return this.#received.toString('latin1').endsWith('0\r\n\r\n') ? this.#received.length : Number.POSITIVE_INFINITY
  }

  #end(error: Error): void {
    this.#ended ??= error
    this.#waiting?.reject(error)
    this.#waiting = undefined
  }
}

export function requestBytes(method: string, path: string, authorization: string, body?: string): Buffer {
  const head = `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: ${authorization}\r\nUser-Agent: DiscordBot (guildhall-bench, 1)\r\n`
  if (body === undefined) return Buffer.from(`${head}\r\n`)
  return Buffer.from(
    `${head}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}
