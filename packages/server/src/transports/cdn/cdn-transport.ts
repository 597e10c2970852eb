import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { ApiError, invalidForm } from '@guildhall/protocol'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AttachmentUrls } from '../../kernel/attachment-urls.ts'
import type { ExternalUrls } from '../../kernel/external-urls.ts'
import type { FileStore, StoredFile } from '../../kernel/files.ts'
import { QueueFullError } from '../../kernel/queues.ts'
import { audioType } from '../../media/audio-duration.ts'
import { readRange } from '../../media/byte-range.ts'
import { imageType, isAnimated } from '../../media/picture-format.ts'
import { defaultSoundFile, soundFileKey } from '../../resources/guild/soundboard/index.ts'
import { packBannerFile, standardStickerFile } from '../../resources/guild/stickers/index.ts'
import { delivery } from './content-types.ts'
import { DEFAULT_AVATARS, defaultAvatar } from './default-avatar.ts'
import { NotDrawable, Renderer } from './draw.ts'
import { isSize, type RenditionRequest, renditionFor } from './rendition.ts'

/** Folders of images with the address `/<folder>/<id of the owner>/<hash>.<extension>`. */
const OWNED_IMAGE_FOLDERS = [
  'app-assets',
  'app-icons',
  'avatars',
  'banners',
  'channel-icons',
  'discovery-splashes',
  'guild-events',
  'guild-tag-badges',
  'home-headers',
  'icons',
  'quick-links',
  'role-icons',
  'splashes',
  'team-icons',
]
/** Documented folder of the banners of sticker packs; the id is that of the public platform's store. */
const PACK_BANNERS = 'app-assets/710982414301790216/store'
/** Folders of images that never change, with the address `/<folder>/<id>.<extension>`. */
const FIXED_IMAGE_FOLDERS = ['avatar-decoration-presets', 'emojis', 'stickers']
const IMAGE_FILE = /^(\w{1,64})\.(png|jpe?g|webp|gif|avif|json)$/
const ID = /^\d{1,20}$/
const HEAD_BYTES = 32

/** Seconds after which a client may ask again for a rendition that was refused for lack of room. */
const RETRY_AFTER_S = 5
/** Time for which clients keep a picture of another server. */
const EXTERNAL_KEPT = 'public, max-age=86400'

export interface CdnParts {
  files: FileStore
  attachmentUrls: AttachmentUrls
  externalUrls: ExternalUrls
  /** Returns the address of the client of a request. */
  addressOf: (request: IncomingMessage) => string
  /** Returns the JPEG of a stream's preview by its name. */
  streamPicture: (name: string) => Promise<Buffer | undefined>
  /** Returns a picture of another server; null without one. */
  externalPicture: (url: string) => Promise<{ readonly bytes: Buffer } | null>
}

/**
 * Serves files under the documented addresses below `/cdn`. An image is stored under its address without the
 * extension. It is drawn in the format of the requested extension and in the requested size.
 */
export function cdnTransport(app: FastifyInstance, parts: CdnParts): void {
  const { files, attachmentUrls, streamPicture } = parts
  const method = ['GET', 'HEAD']
  const renderer = new Renderer()
  const serve = (url: string, keyOf: (params: Params) => string | null) =>
    app.route<FileRoute>({ method, url: `/cdn${url}`, handler: image(parts, renderer, keyOf) })
  app.route<FileRoute>({
    method,
    url: '/cdn/attachments/:channel/:attachment/:filename',
    handler: attachment(files, attachmentUrls),
  })
  app.route<{ Params: Params }>({ method, url: '/cdn/soundboard-sounds/:id', handler: sound(files) })
  app.route<{ Params: Params }>({ method, url: '/cdn/stream-previews/:file', handler: preview(streamPicture) })
  app.route<FileRoute>({ method, url: '/cdn/external/:signature/:address', handler: external(parts, renderer) })
  app.route<{ Params: Params }>({ method, url: '/cdn/embed/avatars/:file', handler: sendDefaultAvatar })
  for (const folder of FIXED_IMAGE_FOLDERS) serve(`/${folder}/:file`, ({ file }) => join(folder, fileName(file)))
  for (const folder of OWNED_IMAGE_FOLDERS)
    serve(`/${folder}/:id/:file`, ({ id, file }) => join(folder, idOf(id), fileName(file)))
  serve(`/${PACK_BANNERS}/:file`, ({ file }) => join(PACK_BANNERS, fileName(file)))
  for (const kind of ['avatars', 'banners']) {
    serve(`/guilds/:guild/users/:id/${kind}/:file`, ({ guild, id, file }) =>
      join('guilds', idOf(guild), 'users', idOf(id), kind, fileName(file)),
    )
  }
}

type Params = Record<string, string>

const idOf = (text: string | undefined): string | null => (text !== undefined && ID.test(text) ? text : null)
const fileName = (text: string | undefined): string | null => IMAGE_FILE.exec(text ?? '')?.[1] ?? null
const join = (...parts: (string | null)[]): string | null => (parts.includes(null) ? null : parts.join('/'))

interface FileRoute {
  Params: Params
  Querystring: Record<string, string | undefined>
}

function image({ files, addressOf }: CdnParts, renderer: Renderer, keyOf: (params: Params) => string | null) {
  return async (request: FastifyRequest<FileRoute>, reply: FastifyReply) => {
    const key = keyOf(request.params)
    const file = key === null ? null : ((await files.open(`images/${key}`)) ?? builtIn(key))
    if (!key || !file) throw new ApiError('NOT_FOUND')
    const name = key.slice(key.lastIndexOf('/') + 1)
    const contentType = imageType(await headOf(file).catch(notFoundIfGone))
    const requested = requestedRendition(request)
    const rendition = renditionFor(key.startsWith('stickers/') ? { ...requested, size: null } : requested, {
      contentType,
      // Hashes of animated images start with `a_`; emojis and stickers have ids, so their bytes decide.
      animated: name.startsWith('a_') || (isNamedById(key) && isAnimated(await bytesOf(file))),
    })
    if (rendition === null) return secured(reply).code(415).send()
    reply.header('content-disposition', 'inline')
    if (rendition === 'original') return send(request, reply.header('content-type', contentType), file, name)
    const form = `${rendition.size ?? ''}${rendition.animated ? 'a' : ''}.${rendition.format}`
    const client = { address: addressOf(request.raw), left: leavingOf(reply) }
    const drawn = await renderer.draw({ key, form }, rendition, () => bytesOf(file), client).catch(statusOf)
    if (typeof drawn === 'number') return refused(reply, drawn)
    reply.header('content-type', `image/${rendition.format}`)
    return send(request, reply, inMemory(drawn), `${name}@${form}`)
  }
}

/** Answers a request for a picture that is not drawn. */
function refused(reply: FastifyReply, status: number): FastifyReply {
  if (status === 503) reply.header('retry-after', RETRY_AFTER_S)
  return secured(reply).header('cache-control', 'no-store').code(status).send()
}

/**
 * Serves a picture of another server, under an address that this platform has signed. It is drawn anew, so that it
 * holds nothing but a picture, and its server hears of no reader.
 */
function external({ externalUrls, externalPicture, addressOf }: CdnParts, renderer: Renderer) {
  return async (request: FastifyRequest<FileRoute>, reply: FastifyReply) => {
    const { signature = '', address = '' } = request.params
    const url = externalUrls.open(signature, address)
    const picture = url === null ? null : await externalPicture(url)
    if (!picture) throw new ApiError('NOT_FOUND')
    const { bytes } = picture
    // The picture behind an address may become another one.
    const key = `external/${createHash('sha256').update(bytes).digest('base64url')}`
    const rendition = { format: 'webp', size: null, animated: isAnimated(bytes) } as const
    const client = { address: addressOf(request.raw), left: leavingOf(reply) }
    const drawn = await renderer.draw({ key, form: '.webp' }, rendition, async () => bytes, client).catch(statusOf)
    if (typeof drawn === 'number') return refused(reply, drawn)
    reply.header('cache-control', EXTERNAL_KEPT).header('content-type', 'image/webp')
    return send(request, reply.header('content-disposition', 'inline'), inMemory(drawn), key)
  }
}

const isNamedById = (key: string): boolean => key.startsWith('emojis/') || key.startsWith('stickers/')

/** @throws 50035 for a size that is not a power of two from 16 to 4,096 */
function requestedRendition({ params, query }: FastifyRequest<FileRoute>): RenditionRequest {
  const extension = /\.(\w+)$/.exec(params.file ?? '')?.[1] ?? ''
  const size = query.size === undefined ? null : Number(query.size)
  if (size !== null && !isSize(size)) {
    throw invalidForm(['size'], 'BASE_TYPE_CHOICES', 'Must be a power of two from 16 to 4096.')
  }
  return { extension, size, animated: query.animated === 'true' }
}

/** @throws ApiError 404 for a file that was removed after it had been found, else the error */
function notFoundIfGone(error: NodeJS.ErrnoException): never {
  throw error.code === 'ENOENT' ? new ApiError('NOT_FOUND') : error
}

/** Returns the response status for a failed rendition; nobody reads it if the client has left. */
function statusOf(error: unknown): number {
  if (error instanceof NotDrawable) return 415
  if (error instanceof QueueFullError || error instanceof ClientLeft) return 503
  throw error
}

class ClientLeft extends Error {}

/** Returns a signal that aborts when the connection of a response ends. */
function leavingOf(reply: FastifyReply): AbortSignal {
  const leaving = new AbortController()
  reply.raw.once('close', () => leaving.abort(new ClientLeft()))
  return leaving.signal
}

/** Returns a file that is part of the program: a standard sticker, or the banner of its pack. */
function builtIn(key: string): StoredFile | null {
  const end = key.lastIndexOf('/')
  const [folder, id] = [key.slice(0, end), key.slice(end + 1)]
  const bytes = folder === 'stickers' ? standardStickerFile(id) : folder === PACK_BANNERS ? packBannerFile(id) : null
  return bytes && inMemory(bytes)
}

function inMemory(bytes: Buffer): StoredFile {
  const read = (range?: { start: number; end: number }) =>
    Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes])
  return { sizeBytes: bytes.length, read }
}

/** Serves a soundboard sound. Its address has no extension; its bytes tell whether it is MP3 or Ogg. */
function sound(files: FileStore) {
  return async (request: FastifyRequest<{ Params: Params }>, reply: FastifyReply) => {
    const id = idOf(request.params.id)
    const standard = id === null ? null : defaultSoundFile(id)
    const file = standard ? inMemory(standard) : id && (await files.open(soundFileKey(id)))
    if (!id || !file) throw new ApiError('NOT_FOUND')
    reply.header('content-type', audioType(await headOf(file))).header('content-disposition', 'inline')
    return send(request, reply, file, id)
  }
}

/** Serves the picture of a stream. It ends with the stream, so that nobody keeps it. */
function preview(find: CdnParts['streamPicture']) {
  return async (request: FastifyRequest<{ Params: Params }>, reply: FastifyReply) => {
    const name = fileName(request.params.file)
    const isJpeg = request.params.file?.endsWith('.jpg')
    const jpeg = name !== null && isJpeg ? await find(name) : undefined
    if (name === null || !jpeg) throw new ApiError('NOT_FOUND')
    reply.header('cache-control', 'no-store').header('content-type', 'image/jpeg')
    return send(request, reply.header('content-disposition', 'inline'), inMemory(jpeg), name)
  }
}

/** Serves an attachment under a signed address that has not expired. */
function attachment(files: FileStore, urls: AttachmentUrls) {
  return async (request: FastifyRequest<FileRoute>, reply: FastifyReply) => {
    const [path = ''] = request.url.slice('/cdn'.length).split('?')
    if (urls.verify(path, request.query) !== 'valid') throw new ApiError('NOT_FOUND')
    const { channel, attachment, filename = '' } = request.params
    const named = !/[/\\\0]/.test(filename) && filename !== '' && filename !== '.' && filename !== '..'
    const key = named ? join('attachments', idOf(channel), idOf(attachment), filename) : null
    const file = key === null ? null : await files.open(key)
    if (!file) throw new ApiError('NOT_FOUND')
    const { contentType, inline } = delivery(filename)
    reply
      // The address is valid for a day; shared caches must not keep the file.
      .header('cache-control', 'private, max-age=86400')
      .header('content-type', contentType)
      .header(
        'content-disposition',
        `${inline ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(filename)}`,
      )
    return send(request, reply, file, `${attachment}`)
  }
}

/** Serves a default avatar. An index beyond the last colour wraps around. */
async function sendDefaultAvatar(request: FastifyRequest<{ Params: Params }>, reply: FastifyReply) {
  const match = /^(\d{1,4})\.png$/.exec(request.params.file ?? '')
  if (!match) throw new ApiError('NOT_FOUND')
  const bytes = defaultAvatar(Number(match[1]) % DEFAULT_AVATARS)
  return secured(reply).header('content-type', 'image/png').send(bytes)
}

/** Adds the headers of files that users uploaded: no sniffing, no scripts, visible in every page. */
function secured(reply: FastifyReply): FastifyReply {
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'public, max-age=31536000')
  return reply
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('access-control-allow-origin', '*')
    .header('cross-origin-resource-policy', 'cross-origin')
}

/** Sends a file or the requested range. A file never changes under its address, so its name is the entity tag. */
function send(request: FastifyRequest, reply: FastifyReply, file: StoredFile, name: string): FastifyReply {
  const etag = `"${name}"`
  secured(reply).header('etag', etag).header('accept-ranges', 'bytes')
  const known = request.headers['if-none-match']
  if (known?.split(',').some((entry) => entry.trim().replace(/^W\//, '') === etag)) return reply.code(304).send()
  const same = request.headers['if-range'] === undefined || request.headers['if-range'] === etag
  const range = same ? readRange(request.headers.range, file.sizeBytes) : null
  if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${file.sizeBytes}`).send()
  const length = range ? range.end - range.start + 1 : file.sizeBytes
  reply.code(range ? 206 : 200).header('content-length', length)
  if (range) reply.header('content-range', `bytes ${range.start}-${range.end}/${file.sizeBytes}`)
  if (request.method === 'HEAD') return reply.send()
  return reply.send(file.read(range ?? undefined))
}

function headOf(file: StoredFile): Promise<Buffer> {
  return bytesOf(file, { start: 0, end: HEAD_BYTES - 1 })
}

async function bytesOf(file: StoredFile, range?: { start: number; end: number }): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of file.read(range)) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
