import Type from 'typebox'
import { RpcError } from '../codes.ts'
import { command } from '../command.ts'
import { type Host, HostRefusal, type RpcApplication } from '../host.ts'
import { rpcUser } from '../objects.ts'
import {
  AuthorizeArguments,
  type DescribedRequest,
  installOf,
  isSilent,
  oauth2Error,
  queryOf,
  scopesOf,
} from './authorization-request.ts'
import { TokenWatch } from './token-watch.ts'

/** Characters of access tokens. Others cannot be sent in a header. */
const TOKEN = /^[\x21-\x7e]+$/

/** Asks the person, and returns a code that the application's server exchanges for a token. [RPC-9] */
const authorize = command({
  name: 'AUTHORIZE',
  scope: [],
  args: AuthorizeArguments,
  async run({ session, host }, request) {
    const { application } = session
    const { client_id, rpc_token, prompt } = request
    if (client_id !== undefined && client_id !== application.id)
      throw new RpcError('INVALID_CLIENTID', 'client_id is not the application of this connection')
    const scopes = scopesOf(request)
    const query = queryOf(application, scopes, request)
    const described = await describe(host, query)
    const install = installOf(query, described)
    // The role gets the permissions of the question, also if the application's settings change meanwhile.
    if (install?.permissions != null) query.set('permissions', install.permissions)
    const isTrusted = rpc_token !== undefined && (await redeem(host, application, rpc_token))
    const { authorized } = described
    const silent = isSilent({ scopes, install, isTrusted, prompt, authorized })
    const question = { application, scopes, ...(install ? { install } : {}), signal: session.signal }
    if (!silent && !(await host.consent(question))) throw oauth2Error('access_denied: The person denied the request.')
    const { location } = await oauth2(() =>
      host.request<{ location: string }>('POST', `/oauth2/authorize?${query}`, { body: { authorize: true } }),
    )
    const parameters = new URL(location).searchParams
    const code = parameters.get('code')
    if (code === null) throw oauth2Error(parameters.get('error') ?? 'unknown')
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
    if (!TOKEN.test(access_token)) throw new RpcError('INVALID_TOKEN', 'The access token is invalid.')
    const check = () => authorizationOf(host, access_token)
    const watch = new TokenWatch({ session, host }, access_token, check)
    const current = await check().catch((error) => {
      watch.stop()
      throw error
    })
    if (current.application.id !== session.application.id) {
      watch.stop()
      throw new RpcError('INVALID_TOKEN', 'The token belongs to another application.')
    }
    session.authenticate({ accessToken: access_token, scopes: current.scopes })
    watch.authenticated()
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

/** Refuses a faulty request before the person is asked. */
function describe(host: Host, query: URLSearchParams): Promise<DescribedRequest> {
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
    if (error instanceof HostRefusal) throw oauth2Error(error.message)
    throw error
  }
}
