import type { IncomingHttpHeaders } from 'node:http'
import { CloseCode } from '../rpc/codes.ts'
import type { RpcApplication } from '../rpc/host.ts'
import { isConcealedPage, isOwnOrigin, isRegisteredOrigin } from './origins.ts'

/** A connection that is refused with a code of CLOSE. */
export interface QueryRefusal {
  readonly code: CloseCode
  readonly message: string
}

const refusal = (code: CloseCode, message: string): QueryRefusal => ({ code, message })

export interface ConnectionRequest {
  readonly query: URLSearchParams
  /** Headers of the request. Native applications send no Origin. */
  readonly headers: Pick<IncomingHttpHeaders, 'origin' | 'sec-fetch-site'>
  /** Address of the platform. */
  readonly server: string
  /** Returns the application of a client id; null for an unknown one. */
  readonly find: (clientId: string) => Promise<RpcApplication | null>
}

/** Application of the platform's own pages, which need no client id. */
export const OWN_PAGES: RpcApplication = { id: '0', name: 'Guildhall', icon: null, description: '' }

/** Checks the query and the origin of a connection. [RPC-4] */
export async function applicationOf(request: ConnectionRequest): Promise<RpcApplication | QueryRefusal> {
  const { query, headers, server, find } = request
  const { origin } = headers
  if (query.get('v') !== '1') return refusal(CloseCode.INVALID_VERSION, 'Invalid Version')
  if ((query.get('encoding') ?? 'json') !== 'json') return refusal(CloseCode.INVALID_ENCODING, 'Invalid Encoding')
  if (isConcealedPage(headers)) return refusal(CloseCode.INVALID_ORIGIN, 'Invalid Origin')
  const isOwn = origin !== undefined && isOwnOrigin(origin, server)
  const clientId = query.get('client_id') ?? ''
  if (isOwn && clientId === '') return OWN_PAGES
  const application = /^[0-9]{1,20}$/.test(clientId) ? await find(clientId).catch(() => null) : null
  if (!application) return refusal(CloseCode.INVALID_CLIENTID, 'Invalid Client ID')
  if (origin !== undefined && !isOwn && !isRegisteredOrigin(origin, application))
    return refusal(CloseCode.INVALID_ORIGIN, 'Invalid Origin')
  return application
}
