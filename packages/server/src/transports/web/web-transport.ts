import { randomBytes } from 'node:crypto'
import { ApiError } from '@guildhall/protocol'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppBuild } from './app-build.ts'
import { missingBuildPage } from './missing-build-page.ts'
import { pageHeaders, voiceFrameHeaders } from './page-policy.ts'

/** Addresses of the app. The app itself tells an unknown address below them from a page. */
const PAGES = [
  '/',
  '/activate',
  '/activities/*',
  '/admin',
  '/admin/*',
  '/channels',
  '/channels/*',
  '/developers',
  '/developers/*',
  '/forgot',
  '/guilds/*',
  '/invite/*',
  '/login',
  '/oauth2/authorize',
  '/oauth2/authorized',
  '/register',
  '/register/*',
  '/reset',
  '/settings',
  '/settings/*',
  '/side-by-side',
  '/sign-in',
  '/template/*',
  '/verify',
]
const NONCE_BYTES = 16
const DAY_SECONDS = 86_400
const YEAR_SECONDS = 365 * DAY_SECONDS

export interface WebParts {
  /** Folder of the build. Default: that of the package `@guildhall/web`. */
  folder?: string
  /** Host under which each activity has its own name. Default: the app embeds none. */
  activities?: string
  /** Returns host and port of each voice server. */
  voice?: () => Promise<readonly string[]>
}

/** Serves the web app: its page under each of its addresses, and the files that the page loads. */
export function webTransport(app: FastifyInstance, { folder, activities, voice }: WebParts = {}): void {
  const build = new AppBuild(folder)
  const method = ['GET', 'HEAD']
  for (const url of PAGES)
    app.route({ method, url, handler: (request, reply) => sendPage({ build, activities, url }, request, reply) })
  app.route({ method, url: '/voice-frame', handler: (request, reply) => sendVoiceFrame(voice, request, reply) })
  app.route<{ Params: { '*': string } }>({
    method,
    url: '/assets/*',
    // The names of assets contain a hash of their bytes.
    handler: (request, reply) =>
      sendFile(build, ['assets', request.params['*']], `public, max-age=${YEAR_SECONDS}, immutable`, request, reply),
  })
  app.route({
    method,
    url: '/service-worker.js',
    handler: (request, reply) => {
      // A worker has the policy with which it is served. It loads nothing.
      reply.header('content-security-policy', "default-src 'none'")
      return sendFile(build, ['', 'service-worker.js'], 'no-cache', request, reply)
    },
  })
  app.route({
    method,
    url: '/favicon.svg',
    handler: (request, reply) => sendFile(build, ['', 'favicon.svg'], `public, max-age=${DAY_SECONDS}`, request, reply),
  })
}

interface PageParts {
  readonly build: AppBuild
  readonly activities: string | undefined
  /** Pattern of the route. It decides the policy: a path can be spelled in several ways. */
  readonly url: string
}

async function sendPage(
  { build, activities, url }: PageParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const nonce = randomBytes(NONCE_BYTES).toString('base64')
  const built = await build.page(nonce, activities)
  const page = Buffer.from(built?.html ?? missingBuildPage(nonce))
  const frames = activities === undefined ? [] : [`http://*.${activities}`, `https://*.${activities}`]
  const relay = activities === undefined ? null : (built?.relay ?? null)
  reply
    .code(built === null ? 503 : 200)
    .headers(pageHeaders({ path: url, host: request.headers.host, nonce, frames, relay }))
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-length', page.length)
    .header('cache-control', 'no-store')
  return request.method === 'HEAD' ? reply.send() : reply.send(page)
}

const VOICE_FRAME = '<!doctype html><title>Voice</title>'

/**
 * Sends an empty document whose policy names the voice servers of this moment. An open page has the policy with which
 * it was loaded, which cannot name nodes that start later.
 */
async function sendVoiceFrame(
  voice: WebParts['voice'],
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply
    .headers(voiceFrameHeaders((await voice?.()) ?? []))
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-length', VOICE_FRAME.length)
    .header('cache-control', 'no-store')
  return request.method === 'HEAD' ? reply.send() : reply.send(VOICE_FRAME)
}

async function sendFile(
  build: AppBuild,
  [folder, name]: ['assets' | '', string],
  cacheControl: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const file = await build.open(folder, name, request.headers['accept-encoding']?.toString())
  if (!file) throw new ApiError('NOT_FOUND')
  reply
    .header('content-type', file.contentType)
    .header('content-length', file.sizeBytes)
    .header('cache-control', cacheControl)
    .header('vary', 'accept-encoding')
    .header('x-content-type-options', 'nosniff')
    .header('cross-origin-resource-policy', 'same-origin')
  if (file.contentEncoding !== null) reply.header('content-encoding', file.contentEncoding)
  if (request.method === 'HEAD') {
    await file.close()
    return reply.send()
  }
  return reply.send(file.read())
}
