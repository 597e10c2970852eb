import { Readable } from 'node:stream'
import { ApiError, invalidForm } from '@guildhall/protocol'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AttachmentUrls } from '../../kernel/attachment-urls.ts'
import type { FileStore, StoredFile } from '../../kernel/files.ts'
import { imageType, isAnimated } from '../../media/picture-format.ts'
import { audioType, defaultSoundFile, soundFileKey } from '../../resources/soundboard/index.ts'
import { standardStickerFile } from '../../resources/stickers/index.ts'
import { readRange } from './byte-range.ts'
import { delivery } from './content-types.ts'
import { DEFAULT_AVATARS, defaultAvatar } from './default-avatar.ts'
import { Busy, Drawings, NotDrawable } from './draw.ts'
import { type Asked, isSize, renditionOf } from './rendition.ts'

/** Images whose address is `/<folder>/<id of what it belongs to>/<hash>.<extension>`. */
const IMAGE_FOLDERS = [
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
  'role-icons',
  'splashes',
  'team-icons',
]
/** Images that are never replaced: `/<folder>/<id>.<extension>`. */
const LONE_FOLDERS = ['avatar-decoration-presets', 'emojis', 'stickers']
const IMAGE_FILE = /^(\w{1,64})\.(png|jpe?g|webp|gif|avif|json)$/
const ID = /^\d{1,20}$/
const HEAD_BYTES = 32

export interface CdnParts {
  files: FileStore
  attachmentUrls: AttachmentUrls
}

/**
 * Files by the documented addresses below `/cdn`. An image is stored under its address without the extension and is
 * drawn in the format of the extension and the size asked for.
 */
export function cdnTransport(app: FastifyInstance, { files, attachmentUrls }: CdnParts): void {
  const method = ['GET', 'HEAD']
  const drawings = new Drawings()
  const serve = (url: string, keyOf: (params: Params) => string | null) =>
    app.route<FileRoute>({ method, url: `/cdn${url}`, handler: image(files, drawings, keyOf) })
  app.route<FileRoute>({
    method,
    url: '/cdn/attachments/:channel/:attachment/:filename',
    handler: attachment(files, attachmentUrls),
  })
  app.route<{ Params: Params }>({ method, url: '/cdn/soundboard-sounds/:id', handler: sound(files) })
  app.route<{ Params: Params }>({ method, url: '/cdn/embed/avatars/:file', handler: sendDefaultAvatar })
  for (const folder of LONE_FOLDERS) serve(`/${folder}/:file`, ({ file }) => join(folder, fileName(file)))
  for (const folder of IMAGE_FOLDERS)
    serve(`/${folder}/:id/:file`, ({ id, file }) => join(folder, idOf(id), fileName(file)))
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

function image(files: FileStore, drawings: Drawings, keyOf: (params: Params) => string | null) {
  return async (request: FastifyRequest<FileRoute>, reply: FastifyReply) => {
    const key = keyOf(request.params)
    const file = key === null ? null : ((await files.open(`images/${key}`)) ?? builtIn(key))
    if (!key || !file) throw new ApiError('NOT_FOUND')
    const name = key.slice(key.lastIndexOf('/') + 1)
    const contentType = imageType(await headOf(file))
    const asked = askedOf(request)
    const rendition = renditionOf(key.startsWith('stickers/') ? { ...asked, size: null } : asked, {
      contentType,
      // What does not say so in its name is found out by looking.
      animated: name.startsWith('a_') || (movesUnnamed(key) && isAnimated(await bytesOf(file))),
    })
    if (rendition === null) return secured(reply).code(415).send()
    reply.header('content-disposition', 'inline')
    if (rendition === 'as it is') return send(request, reply.header('content-type', contentType), file, name)
    const form = `${rendition.size ?? ''}${rendition.animated ? 'a' : ''}.${rendition.format}`
    const drawn = await drawings.of(`${key}@${form}`, rendition, () => bytesOf(file)).catch(refused)
    if (typeof drawn === 'number') return secured(reply).header('cache-control', 'no-store').code(drawn).send()
    reply.header('content-type', `image/${rendition.format}`)
    return send(request, reply, inMemory(drawn), `${name}@${form}`)
  }
}

/** Emojis and stickers are called by their id, which does not tell whether they move. */
const movesUnnamed = (key: string): boolean => key.startsWith('emojis/') || key.startsWith('stickers/')

/** @throws 50035 for a size that is none */
function askedOf({ params, query }: FastifyRequest<FileRoute>): Asked {
  const extension = /\.(\w+)$/.exec(params.file ?? '')?.[1] ?? ''
  const size = query.size === undefined ? null : Number(query.size)
  if (size !== null && !isSize(size)) {
    throw invalidForm(['size'], 'BASE_TYPE_CHOICES', 'Must be a power of two from 16 to 4096.')
  }
  return { extension, size, animated: query.animated === 'true' }
}

/** The status for what could not be drawn. */
function refused(error: unknown): number {
  if (error instanceof NotDrawable) return 415
  if (error instanceof Busy) return 503
  throw error
}

/** What every platform has without anybody having sent it. */
function builtIn(key: string): StoredFile | null {
  const [folder, id = ''] = key.split('/')
  const bytes = folder === 'stickers' ? standardStickerFile(id) : null
  return bytes && inMemory(bytes)
}

function inMemory(bytes: Buffer): StoredFile {
  const read = (range?: { start: number; end: number }) =>
    Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes])
  return { sizeBytes: bytes.length, read }
}

/** A sound has no extension: it is MP3 or Ogg as it was sent. */
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

/** By an address that is signed and has not ended: who was shown it may fetch it for so long. */
function attachment(files: FileStore, urls: AttachmentUrls) {
  return async (request: FastifyRequest<FileRoute>, reply: FastifyReply) => {
    const [path = ''] = request.url.slice('/cdn'.length).split('?')
    if (urls.verify(path, request.query) !== 'good') throw new ApiError('NOT_FOUND')
    const { channel, attachment, filename = '' } = request.params
    const named = !/[/\\\0]/.test(filename) && filename !== '' && filename !== '.' && filename !== '..'
    const key = named ? join('attachments', idOf(channel), idOf(attachment), filename) : null
    const file = key === null ? null : await files.open(key)
    if (!file) throw new ApiError('NOT_FOUND')
    const { contentType, inline } = delivery(filename)
    reply
      // No longer than the address is good, and by nobody who stands between.
      .header('cache-control', 'private, max-age=86400')
      .header('content-type', contentType)
      .header(
        'content-disposition',
        `${inline ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(filename)}`,
      )
    return send(request, reply, file, `${attachment}`)
  }
}

/** The documented index may be asked for beyond the colours there are: it wraps. */
async function sendDefaultAvatar(request: FastifyRequest<{ Params: Params }>, reply: FastifyReply) {
  const match = /^(\d{1,4})\.png$/.exec(request.params.file ?? '')
  if (!match) throw new ApiError('NOT_FOUND')
  const bytes = defaultAvatar(Number(match[1]) % DEFAULT_AVATARS)
  return secured(reply).header('content-type', 'image/png').send(bytes)
}

/** What is served here came from anybody: no sniffing, no script, and any page may show it. */
function secured(reply: FastifyReply): FastifyReply {
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'public, max-age=31536000')
  return reply
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('access-control-allow-origin', '*')
    .header('cross-origin-resource-policy', 'cross-origin')
}

/** Sends a file or the part asked for. What has an address here never changes, so the name is the tag. */
function send(request: FastifyRequest, reply: FastifyReply, file: StoredFile, name: string): FastifyReply {
  const tag = `"${name}"`
  secured(reply).header('etag', tag).header('accept-ranges', 'bytes')
  const known = request.headers['if-none-match']
  if (known?.split(',').some((entry) => entry.trim().replace(/^W\//, '') === tag)) return reply.code(304).send()
  const same = request.headers['if-range'] === undefined || request.headers['if-range'] === tag
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
