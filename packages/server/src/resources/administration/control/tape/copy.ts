import { type ApiError, invalidForm } from '@guildhall/protocol'
import type { Exchange } from './har.ts'

/** Headers that a client sends by itself. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'authorization',
  'connection',
  'content-length',
  'content-type',
  'host',
  'sec-fetch-mode',
  'user-agent',
])
/** Methods of the client of the testing package. */
const TEST_METHODS: ReadonlySet<string> = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
const HIDDEN = '[hidden]'
const HIDDEN_IN_ADDRESS = /\[hidden\]|%5Bhidden%5D/gi
const TOKEN_VARIABLE = '$DISCORD_TOKEN'
const PATH_VARIABLE = '$URL_TOKEN'

/**
 * Returns a request as a command line of curl. Credentials are variables of the shell.
 *
 * @throws 50035 for a request whose body is not kept as a whole
 */
export function asCurl(exchange: Exchange, base: string): string {
  const { method, url, headers, body_parts } = exchange.request
  const body = wholeBody(exchange)
  // curl would wait for a body of a response to HEAD.
  const options = method === 'HEAD' ? '--head' : `-X ${method}`
  const lines = [`curl ${options} "${addressOf(new URL(url, base))}"`]
  const authorization = headers.authorization?.replace(HIDDEN, TOKEN_VARIABLE)
  if (authorization !== undefined) lines.push(`-H "Authorization: ${authorization}"`)
  for (const [name, value] of Object.entries(headers)) {
    if (!OWN_HEADERS.has(name.toLowerCase()) && value !== HIDDEN)
      lines.push(`-H ${singleQuoted(value === '' ? `${name};` : `${name}: ${value}`)}`)
  }
  const text = typeof body === 'string' ? body : body === null ? null : JSON.stringify(body)
  if (body_parts !== undefined) {
    if (text !== null) lines.push(`--form-string ${singleQuoted(`payload_json=${text}`)}`)
    // Names of files are those under which they were kept: letters, digits, dots, `-` and `_`.
    for (const { name, filename } of body_parts) {
      // A field's name is the client's, and could name another file.
      lines.push(`-F ${singleQuoted(`${name.replaceAll(/[=;"\\]/g, '_')}=@${filename}`)}`)
    }
  } else if (text !== null) {
    lines.push(`-H ${singleQuoted(`Content-Type: ${headers['content-type'] ?? 'application/json'}`)}`)
    lines.push(`--data-raw ${singleQuoted(text)}`)
  }
  return lines.join(' \\\n  ')
}

/**
 * Returns a request to the API as a test with the testing package.
 *
 * @throws 50035 for a request to another server, with files, or whose body is not kept as a whole
 */
export function asTest(exchange: Exchange): string {
  const { request, response } = exchange
  const { method, url, headers, body_parts } = request
  const path = /^\/api(?:\/v\d+)?(\/.*)$/.exec(url)?.[1]
  const body = wholeBody(exchange)
  if (path === undefined || body_parts !== undefined || !TEST_METHODS.has(method))
    throw refusal('Only requests to the API without files become tests.')
  const authorization = headers.authorization?.replace(HIDDEN, `\${process.env.DISCORD_TOKEN}`)
  const client = authorization === undefined ? 'api(platform.api)' : `api(platform.api, \`${authorization}\`)`
  const args = [codeOfPath(path), ...(body === null ? [] : [JSON.stringify(body, null, 2)])]
  if (typeof body === 'string') args.push(`{ 'content-type': ${JSON.stringify(headers['content-type'] ?? '')} }`)
  const call = `await ${client}.${method.toLowerCase()}(${args.join(', ')})`
  return [
    `test(${JSON.stringify(`${method} ${path}`)}, async () => {`,
    ...`${response === null ? '' : 'const { status } = '}${call}`.split('\n').map((line) => `  ${line}`),
    ...(response === null ? [] : [`  assert.equal(status, ${response.status})`]),
    '})',
  ].join('\n')
}

/** Returns the body of a request; null for none. @throws 50035 for a long or binary one, of which a part is missing */
function wholeBody({ request: { body, body_bytes, body_cut, body_parts } }: Exchange): unknown {
  if (body_cut || (body === null && body_bytes > 0 && body_parts === undefined))
    throw refusal(
      'The tape keeps only the beginning of long bodies and no binary ones, so that this is not the request.',
    )
  return body
}

function refusal(message: string): ApiError {
  return invalidForm(['as'], 'BASE_TYPE_CHOICES', message)
}

/**
 * Returns an address for double quotes, where the shell replaces variables, and `!` if it is interactive. Only our
 * variable may be one: what means something to shells is encoded, and brackets and braces, which curl replaces.
 */
function addressOf({ origin, pathname, search }: URL): string {
  const parts = `${pathname}${search}`.split(HIDDEN_IN_ADDRESS)
  const encoded = parts.map((part) => part.replaceAll(/[$`"'\\!(){}[\]]/g, percentEncoded))
  return `${origin.replaceAll(/[$`"\\]/g, '\\$&')}${encoded.join(PATH_VARIABLE)}`
}

function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
}

function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** Returns the path as a literal; where a credential was, it is read from the environment. */
function codeOfPath(path: string): string {
  const hides = path.search(HIDDEN_IN_ADDRESS) >= 0
  if (!hides) return `'${path.replaceAll(/[\\']/g, '\\$&')}'`
  const escaped = path.replaceAll(/[\\`]|\$\{/g, '\\$&').replaceAll(HIDDEN_IN_ADDRESS, `\${process.env.URL_TOKEN}`)
  return `\`${escaped}\``
}
