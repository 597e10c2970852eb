import Type from 'typebox'
import { CloseCode, RpcError } from '../codes.ts'
import { command } from '../command.ts'
import { type Host, HostRefusal, type RpcApplication } from '../host.ts'
import { rpcUser } from '../objects.ts'
import { Text } from './fields.ts'

const SCOPES_MAX = 50
/** Scope for which the person is asked although the application has an RPC token. */
const ALWAYS_ASKED = 'messages.read'

const Scopes = Type.Union([Type.Array(Text(100), { maxItems: SCOPES_MAX }), Text(2_000)])

/** Asks the person, and returns a code that the application's server exchanges for a token. [RPC-9] */
const authorize = command({
  name: 'AUTHORIZE',
  scope: [],
  args: Type.Object({
    client_id: Type.Optional(Text(30)),
    // The embedded SDK names them `scope`.
    scopes: Type.Optional(Scopes),
    scope: Type.Optional(Scopes),
    redirect_uri: Type.Optional(Text(2_048)),
    response_type: Type.Optional(Text(20)),
    code_challenge: Type.Optional(Text(200)),
    code_challenge_method: Type.Optional(Text(20)),
    // Templates of activities send an empty state.
    state: Type.Optional(Type.String({ maxLength: 1_000 })),
    nonce: Type.Optional(Type.String({ maxLength: 1_000 })),
    prompt: Type.Optional(Text(20)),
    rpc_token: Type.Optional(Text(200)),
  }),
  async run({ session, host }, { client_id, scopes, scope, rpc_token, ...request }) {
    const { application } = session
    if (client_id !== undefined && client_id !== application.id)
      throw new RpcError('INVALID_CLIENTID', 'client_id is not the application of this connection')
    const wanted = listOf(scopes ?? scope ?? [])
    if (wanted.length === 0) throw new RpcError('INVALID_PAYLOAD', 'scopes must not be empty')
    const query = queryOf(application, wanted, request)
    const { authorized } = await describe(host, query)
    const isTrusted = rpc_token !== undefined && (await redeem(host, application, rpc_token))
    const isSilent = isTrusted ? !wanted.includes(ALWAYS_ASKED) : request.prompt === 'none' && authorized
    if (!isSilent && !(await host.consent({ application, scopes: wanted, signal: session.signal })))
      throw new RpcError('OAUTH2_ERROR', 'OAuth2 Error: access_denied: The person denied the request.')
    const { location } = await oauth2(() =>
      host.request<{ location: string }>('POST', `/oauth2/authorize?${query}`, { body: { authorize: true } }),
    )
    const parameters = new URL(location).searchParams
    const code = parameters.get('code')
    if (code === null) throw new RpcError('OAUTH2_ERROR', `OAuth2 Error: ${parameters.get('error') ?? 'unknown'}`)
    return { code }
  },
})

/** Gives the connection the scopes of an access token. [RPC-9] */
const authenticate = command({
  name: 'AUTHENTICATE',
  scope: [],
  args: Type.Object({ access_token: Type.Optional(Type.Union([Type.String({ maxLength: 500 }), Type.Null()])) }),
  async run({ session, host }, args) {
    // Only an activity inside the client may leave out the token.
    const access_token = args.access_token ?? (await host.embedded?.accessToken())
    if (access_token == null) throw new RpcError('INVALID_TOKEN', 'The access token is missing.')
    const current = await authorizationOf(host, access_token)
    if (current.application.id !== session.application.id)
      throw new RpcError('INVALID_TOKEN', 'The token belongs to another application.')
    session.authenticate({ accessToken: access_token, scopes: current.scopes })
    session.atEnd(
      host.on('OAUTH2_TOKEN_REVOKE', (data: { access_token?: string }) => {
        if (data.access_token === access_token) session.close(CloseCode.TOKEN_REVOKED, 'The token was revoked.')
      }),
    )
    const { id, name, description, icon, rpc_origins } = session.application
    return {
      application: { id, name, description, icon, ...(rpc_origins ? { rpc_origins } : {}) },
      scopes: current.scopes,
      expires: current.expires,
      user: { ...rpcUser(host.user()), public_flags: host.user().public_flags ?? 0 },
      access_token,
    }
  },
})

export const authorizationCommands = [authorize, authenticate]

interface Authorization {
  application: { id: string }
  scopes: string[]
  expires: string
  user?: { id: string }
}

async function authorizationOf(host: Host, bearer: string): Promise<Authorization> {
  const authorization = await host.request<Authorization>('GET', '/oauth2/@me', { bearer }).catch((error) => {
    if (error instanceof HostRefusal && error.status === 401) return null
    throw error
  })
  const foreign = authorization?.user !== undefined && authorization.user.id !== host.user().id
  if (!authorization || foreign) throw new RpcError('INVALID_TOKEN', 'The access token is invalid.')
  return authorization
}

function listOf(scopes: string | readonly string[]): string[] {
  const list = typeof scopes === 'string' ? scopes.split(/\s+/) : scopes
  return [...new Set(list.filter((scope) => scope !== ''))]
}

function queryOf(
  { id }: RpcApplication,
  scopes: readonly string[],
  request: Readonly<Record<string, string | undefined>>,
): URLSearchParams {
  const query = new URLSearchParams({
    client_id: id,
    scope: scopes.join(' '),
    response_type: 'code',
    local_client: 'true',
  })
  for (const [name, value] of Object.entries(request)) if (value) query.set(name, value)
  return query
}

/** Refuses a faulty request before the person is asked. `authorized`: they have allowed all of it before. */
function describe(host: Host, query: URLSearchParams): Promise<{ authorized: boolean }> {
  return oauth2(() => host.request('GET', `/oauth2/authorize?${query}`))
}

/** Uses an RPC token up. Resolves with whether the person need not be asked. */
async function redeem(host: Host, { id }: RpcApplication, rpc_token: string): Promise<boolean> {
  const { skips_prompt } = await oauth2(() =>
    host.request<{ skips_prompt: boolean }>('POST', `/users/@me/applications/${id}/rpc-token`, { body: { rpc_token } }),
  )
  return skips_prompt
}

async function oauth2<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request()
  } catch (error) {
    if (error instanceof HostRefusal) throw new RpcError('OAUTH2_ERROR', `OAuth2 Error: ${error.message}`)
    throw error
  }
}
