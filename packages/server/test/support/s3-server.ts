/**
 * A store with the S3 protocol on this machine, for tests: one bucket, whose objects are files. It checks signatures
 * and hashes of bodies. docs/decisions/0044-files-on-s3.md has the reasons.
 */
import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readFile, rename, rm, stat } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { type S3Keys, signatureFault } from './s3-signature.ts'

interface StoredObject {
  readonly path: string
  readonly sizeBytes: number
  readonly sha256: string | undefined
}

/** A request, as a test may answer it itself. Returns whether it did. */
type Intervention = (request: IncomingMessage, response: ServerResponse) => boolean

export interface S3Server extends AsyncDisposable {
  /** Variables of a process that uses the store. */
  readonly env: Readonly<Record<string, string>>
  readonly url: string
  readonly objects: Map<string, StoredObject>
  /** Uploads in parts that have begun and not ended. */
  readonly uploads: ReadonlySet<string>
  /** Requests that were served: `PUT key`. */
  readonly requests: string[]
  /** Answers requests in place of the store; null for none. */
  intervene: Intervention | null
  /** Returns the content of an object. */
  read(key: string): Promise<Buffer>
  /** Ends all connections, and takes none until `resume`. */
  pause(): Promise<void>
  resume(): Promise<void>
}

const KEYS: S3Keys = { id: 'AKIDTEST', secret: 'test/secret+key' }
const REGION = 'eu-test-1'
const BUCKET = 'hall'
const PAGE = 100

/** Starts a store with an empty bucket `hall`. */
export async function startS3Server({ page = PAGE } = {}): Promise<S3Server> {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-s3-'))
  const bucket = new Bucket(folder, page)
  const requests: string[] = []
  let server = createServer()
  const serve = (next: Server, port: number) =>
    new Promise<void>((listening) => {
      server = next
        .on('request', (request, response) => void respond(request, response))
        .listen(port, '127.0.0.1', listening)
    })
  async function respond(request: IncomingMessage, response: ServerResponse) {
    response.on('error', () => undefined)
    if (store.intervene?.(request, response)) return
    try {
      const fault = signatureFault(request, KEYS, REGION)
      if (fault !== null) return refuse(response, 403, fault)
      const url = new URL(request.url ?? '', 'http://store')
      const [, name, ...rest] = url.pathname.split('/')
      if (name !== BUCKET) return refuse(response, 404, 'NoSuchBucket')
      const key = decodeURIComponent(rest.join('/'))
      requests.push(`${request.method} ${key}${url.search}`)
      await bucket.serve(request, response, { key, query: url.searchParams })
    } catch (error) {
      if (error instanceof Refusal) refuse(response, error.status, error.message)
      else response.destroy()
    }
  }
  await serve(server, 0)
  const { port } = server.address() as AddressInfo
  const pause = async () => {
    const closed = new Promise((done) => server.close(done))
    server.closeAllConnections()
    await closed
  }
  const store: S3Server = {
    env: {
      AWS_ACCESS_KEY_ID: KEYS.id,
      AWS_SECRET_ACCESS_KEY: KEYS.secret,
      AWS_REGION: REGION,
      AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`,
    },
    url: `s3://${BUCKET}`,
    objects: bucket.objects,
    uploads: bucket.uploads,
    requests,
    intervene: null,
    read: (key) => readFile(bucket.objects.get(key)?.path ?? ''),
    pause,
    resume: () => serve(createServer(), port),
    async [Symbol.asyncDispose]() {
      if (server.listening) await pause()
      await rm(folder, { recursive: true })
    },
  }
  return store
}

class Refusal extends Error {
  readonly status: number

  constructor(status: number, code: string) {
    super(code)
    this.status = status
  }
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml', connection: 'close' })
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>It is ${code}.</Message></Error>`)
}

interface Asked {
  readonly key: string
  readonly query: URLSearchParams
}

class Bucket {
  readonly objects = new Map<string, StoredObject>()
  readonly uploads = new Set<string>()
  readonly #folder: string
  readonly #page: number
  /** Parts and hashes of uploads. */
  readonly #parts = new Map<string, { parts: Map<number, StoredObject>; sha256: string | undefined }>()

  constructor(folder: string, page: number) {
    this.#folder = folder
    this.#page = page
  }

  async serve(request: IncomingMessage, response: ServerResponse, asked: Asked): Promise<void> {
    const { key, query } = asked
    const send = (body: string, headers = {}) =>
      response.writeHead(200, { 'content-length': Buffer.byteLength(body), ...headers }).end(body)
    const uploadId = query.get('uploadId')
    if (request.method === 'GET' && key === '') send(this.#list(query))
    else if (request.method === 'GET' || request.method === 'HEAD') await this.#get(request, response, key)
    else if (request.method === 'POST' && query.has('uploads')) send(this.#begin(hashOf(request)))
    else if (request.method === 'POST' && uploadId) send(await this.#complete(key, uploadId, await text(request)))
    else if (request.method === 'PUT' && uploadId) {
      const part = await this.#receive(request)
      this.#upload(uploadId).parts.set(Number(query.get('partNumber')), part)
      send('', { etag: `"${part.sha256}"` })
    } else if (request.method === 'PUT' && request.headers['x-amz-copy-source']) {
      await this.#copy(decodeURIComponent(String(request.headers['x-amz-copy-source'])), key)
      send('<CopyObjectResult></CopyObjectResult>')
    } else if (request.method === 'PUT') {
      const sent = await this.#receive(request)
      this.objects.set(key, { ...sent, sha256: hashOf(request) })
      send('', { etag: `"${sent.sha256}"` })
    } else if (request.method === 'DELETE') {
      if (uploadId) this.#end(uploadId)
      else this.objects.delete(key)
      response.writeHead(204).end()
    } else throw new Refusal(405, 'MethodNotAllowed')
  }

  /** Writes a body to a file, and compares its hash with the signed one. */
  async #receive(request: IncomingMessage): Promise<StoredObject> {
    if (request.headers['content-length'] === undefined) throw new Refusal(411, 'MissingContentLength')
    const path = join(this.#folder, randomBytes(8).toString('hex'))
    const hash = createHash('sha256')
    await pipeline(
      request,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          hash.update(chunk)
          yield chunk
        }
      },
      createWriteStream(path),
    )
    const sha256 = hash.digest('hex')
    if (sha256 !== request.headers['x-amz-content-sha256']) throw new Refusal(400, 'XAmzContentSHA256Mismatch')
    return { path, sizeBytes: (await stat(path)).size, sha256 }
  }

  async #get(request: IncomingMessage, response: ServerResponse, key: string): Promise<void> {
    const found = this.objects.get(key)
    if (!found) throw new Refusal(404, 'NoSuchKey')
    const { path, sizeBytes, sha256 } = found
    const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? []
    const start = Number(first ?? 0)
    const end = Math.min(last ? Number(last) : sizeBytes - 1, sizeBytes - 1)
    if (first !== undefined && start >= sizeBytes) throw new Refusal(416, 'InvalidRange')
    response.writeHead(first === undefined ? 200 : 206, {
      'content-length': end - start + 1,
      ...(first !== undefined && { 'content-range': `bytes ${start}-${end}/${sizeBytes}` }),
      ...(sha256 !== undefined && { 'x-amz-meta-sha256': sha256 }),
    })
    if (request.method === 'HEAD' || sizeBytes === 0) response.end()
    else await pipeline(createReadStream(path, { start, end }), response)
  }

  #list(query: URLSearchParams): string {
    const prefix = query.get('prefix') ?? ''
    const after = query.get('continuation-token') ?? ''
    const keys = [...this.objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort()
    const page = keys.slice(0, this.#page)
    const contents = page.map((key) => {
      const size = this.objects.get(key)?.sizeBytes
      return `<Contents><Key>${encodeURIComponent(key).replaceAll('%20', '+')}</Key><Size>${size}</Size></Contents>`
    })
    const more = keys.length > page.length
    const next = more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
    return `<?xml version="1.0"?><ListBucketResult xmlns="x"><EncodingType>url</EncodingType><IsTruncated>${more}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`
  }

  async #copy(source: string, key: string): Promise<void> {
    const found = this.objects.get(source.replace(`/${BUCKET}/`, ''))
    if (!found) throw new Refusal(404, 'NoSuchKey')
    const path = join(this.#folder, randomBytes(8).toString('hex'))
    await copyFile(found.path, path)
    this.objects.set(key, { ...found, path })
  }

  #begin(sha256: string | undefined): string {
    const id = randomBytes(8).toString('hex')
    this.#parts.set(id, { parts: new Map(), sha256 })
    this.uploads.add(id)
    return `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`
  }

  #upload(id: string) {
    const upload = this.#parts.get(id)
    if (!upload) throw new Refusal(404, 'NoSuchUpload')
    return upload
  }

  async #complete(key: string, id: string, body: string): Promise<string> {
    const { parts, sha256 } = this.#upload(id)
    const path = join(this.#folder, randomBytes(8).toString('hex'))
    await mkdir(this.#folder, { recursive: true })
    for (const [, number, tag] of body.matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>&quot;(\w+)&quot;<\/ETag>/g)) {
      const part = parts.get(Number(number))
      if (!part || part.sha256 !== tag) throw new Refusal(400, 'InvalidPart')
      await pipeline(createReadStream(part.path), createWriteStream(`${path}.new`, { flags: 'a' }))
    }
    await rename(`${path}.new`, path)
    this.objects.set(key, { path, sizeBytes: (await stat(path)).size, sha256 })
    this.#end(id)
    return '<CompleteMultipartUploadResult></CompleteMultipartUploadResult>'
  }

  #end(id: string): void {
    this.#parts.delete(id)
    this.uploads.delete(id)
  }
}

function hashOf({ headers }: IncomingMessage): string | undefined {
  const stated = headers['x-amz-meta-sha256']
  return typeof stated === 'string' ? stated : undefined
}
