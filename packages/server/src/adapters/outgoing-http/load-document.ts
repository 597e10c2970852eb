import type { IncomingMessage } from 'node:http'
import { type OutgoingCall, type OutgoingDocument, OutgoingError, type OutgoingLoad } from '../../kernel/outgoing.ts'

const OK = 200
const REDIRECTS: readonly (number | undefined)[] = [301, 302, 303, 307, 308]

type Request = Pick<OutgoingCall, 'url' | 'method' | 'headers' | 'body' | 'limitKey'>
/** Sends a request and passes the head of its response to `read`. */
type Send = <T>(request: Request, read: (response: IncomingMessage) => Promise<T>) => Promise<T>

/** Returns a document, after at most `redirectsMax` redirects. */
export async function loadDocument(request: OutgoingLoad, send: Send): Promise<OutgoingDocument> {
  const { accept, limitKey } = request
  const get = { method: 'GET', headers: { Accept: accept, 'Accept-Encoding': 'identity' }, body: '', limitKey } as const
  let { url } = request
  for (let redirects = 0; redirects <= request.redirectsMax; redirects += 1) {
    const found = await send({ ...get, url }, (response) => readOrFollow(response, request))
    if (!('location' in found)) return { url, ...found }
    const next = URL.parse(found.location, url)
    if (!next) throw new OutgoingError('redirected to what is not an address')
    url = next.href
  }
  throw new OutgoingError(`redirected more than ${request.redirectsMax} times`)
}

async function readOrFollow(response: IncomingMessage, { limitOf }: OutgoingLoad) {
  const { statusCode, headers } = response
  if (REDIRECTS.includes(statusCode) && headers.location !== undefined) return { location: headers.location }
  if (statusCode !== OK) throw new OutgoingError(`answered with status ${statusCode}, not 200`)
  const encoding = headers['content-encoding'] ?? 'identity'
  if (encoding !== 'identity') throw new OutgoingError(`answered in the encoding ${encoding}, which was not asked for`)
  const contentType = (headers['content-type'] ?? '').toLowerCase()
  const limit = limitOf(contentType)
  if (!limit) throw new OutgoingError(`answered with the content type ${JSON.stringify(contentType.slice(0, 100))}`)
  return { contentType, body: await readUpTo(response, limit) }
}

async function readUpTo(response: IncomingMessage, { bytesMax, isCut }: { bytesMax: number; isCut: boolean }) {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.length
    if (length <= bytesMax) continue
    if (!isCut) throw new OutgoingError(`answered with more than ${bytesMax} bytes`)
    break
  }
  return Buffer.concat(chunks).subarray(0, bytesMax)
}
