import Type, { type Static } from 'typebox'
import { RpcError } from '../codes.ts'
import type { ConsentInstall, RpcApplication } from '../host.ts'
import { Id, Text } from './fields.ts'

const SCOPES_MAX = 50
/** Scope for which the person is asked although the application has an RPC token. */
const ALWAYS_ASKED = 'messages.read'
const USER_INSTALL = '1'

const Scopes = Type.Union([Type.Array(Text(100), { maxItems: SCOPES_MAX }), Text(2_000)])

/** Fields that go to the authorization endpoint as they are. */
const PASSED = [
  'redirect_uri',
  'response_type',
  'code_challenge',
  'code_challenge_method',
  'state',
  'nonce',
  'guild_id',
  'permissions',
] as const

/** Arguments of AUTHORIZE. Only declared fields reach the platform. */
export const AuthorizeArguments = Type.Object({
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
  guild_id: Type.Optional(Id),
  /** Permissions of the bot's role; those of the application's settings if it is missing. */
  permissions: Type.Optional(Type.String({ pattern: '^[0-9]{1,20}$' })),
  integration_type: Type.Optional(Type.Union([Type.Integer({ minimum: 0, maximum: 1 }), Type.Enum(['0', '1'])])),
})
type AuthorizeArguments = Static<typeof AuthorizeArguments>

/** Description of an authorization request by the platform. */
export interface DescribedRequest {
  /** The person has allowed all of it before. */
  readonly authorized: boolean
  /** Permissions of the bot's role. */
  readonly permissions: string
  /** Guilds to which the person may add the application; only for a request that may add it. */
  readonly guilds?: readonly { readonly id: string; readonly name: string }[]
}

/** Returns the scopes of a request, one in each element. Elements of a list may name several, separated by spaces. */
export function scopesOf({ scopes, scope }: Pick<AuthorizeArguments, 'scopes' | 'scope'>): string[] {
  const given = scopes ?? scope ?? []
  const list = (typeof given === 'string' ? [given] : given).flatMap((text) => text.split(/\s+/))
  const named = [...new Set(list.filter((one) => one !== ''))]
  if (named.length === 0) throw new RpcError('INVALID_PAYLOAD', 'scopes must not be empty')
  if (named.length > SCOPES_MAX) throw new RpcError('INVALID_PAYLOAD', `scopes must not have more than ${SCOPES_MAX}`)
  return named
}

/** Returns the query of the authorization endpoint. */
export function queryOf(
  { id }: RpcApplication,
  scopes: readonly string[],
  request: AuthorizeArguments,
): URLSearchParams {
  const query = new URLSearchParams({
    client_id: id,
    scope: scopes.join(' '),
    response_type: 'code',
    local_client: 'true',
  })
  for (const name of PASSED) {
    const value = request[name]
    if (value) query.set(name, value)
  }
  if (request.integration_type !== undefined) query.set('integration_type', String(request.integration_type))
  return query
}

/**
 * Returns what a request adds to a guild or to the person's account; null if it only gives scopes.
 *
 * @throws RpcError for a request that cannot be carried out, before the person is asked
 */
export function installOf(query: URLSearchParams, described: DescribedRequest): ConsentInstall | null {
  const scopes = (query.get('scope') ?? '').split(' ')
  if (scopes.includes('webhook.incoming'))
    throw oauth2Error('invalid_scope: webhook.incoming needs a channel, which only the authorization page asks for.')
  const hasBot = scopes.includes('bot')
  if (!hasBot && !scopes.includes('applications.commands')) return null
  if (query.get('integration_type') === USER_INSTALL) return { guild: null, permissions: null }
  const guildId = query.get('guild_id')
  if (guildId === null) {
    if (hasBot) throw oauth2Error('invalid_request: guild_id is missing.')
    return null
  }
  const guild = described.guilds?.find(({ id }) => id === guildId)
  if (!guild) throw oauth2Error('access_denied: The person cannot add applications to this guild.')
  return { guild: { id: guild.id, name: guild.name }, permissions: hasBot ? described.permissions : null }
}

/** Conditions under which the person is not asked. */
export interface Silence {
  readonly scopes: readonly string[]
  readonly install: ConsentInstall | null
  /** The application has proved by an RPC token that it needs no question. */
  readonly isTrusted: boolean
  readonly prompt: string | undefined
  /** The person has allowed the scopes before. */
  readonly authorized: boolean
}

/** Returns whether a code is given without a question. Requests that add an application always have one. */
export function isSilent({ scopes, install, isTrusted, prompt, authorized }: Silence): boolean {
  if (install !== null) return false
  return isTrusted ? !scopes.includes(ALWAYS_ASKED) : prompt === 'none' && authorized
}

/** Returns the error of AUTHORIZE for a refused request. */
export function oauth2Error(text: string): RpcError {
  return new RpcError('OAUTH2_ERROR', `OAuth2 Error: ${text}`)
}
