import { invalidForm } from '@guildhall/protocol'
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
const HIDDEN = '[hidden]'
const TOKEN_VARIABLE = '$DISCORD_TOKEN'
const PATH_VARIABLE = '$URL_TOKEN'

/** Returns a request as a command line of curl. Credentials are variables of the shell. */
export function asCurl({ request: { method, url, headers, body, body_parts } }: Exchange, base: string): string {
  const address = new URL(url, base).href.replaceAll(/\[hidden\]|%5Bhidden%5D/gi, PATH_VARIABLE)
  const lines = [`curl -X ${method} ${doubleQuoted(address)}`]
  const authorization = headers.authorization?.replace(HIDDEN, TOKEN_VARIABLE)
  if (authorization !== undefined) lines.push(`-H ${doubleQuoted(`Authorization: ${authorization}`)}`)
  for (const [name, value] of Object.entries(headers)) {
    if (!OWN_HEADERS.has(name.toLowerCase()) && value !== HIDDEN) lines.push(`-H ${singleQuoted(`${name}: ${value}`)}`)
  }
  const text = typeof body === 'string' ? body : body === null ? null : JSON.stringify(body)
  if (body_parts !== undefined) {
    if (text !== null) lines.push(`-F ${singleQuoted(`payload_json=${text}`)}`)
    for (const { name, filename } of body_parts) lines.push(`-F ${singleQuoted(`${name}=@${filename}`)}`)
  } else if (text !== null) {
    lines.push(`-H ${singleQuoted(`Content-Type: ${headers['content-type'] ?? 'application/json'}`)}`)
    lines.push(`--data-raw ${singleQuoted(text)}`)
  }
  return lines.join(' \\\n  ')
}

/** Returns a request to the API as a test with the testing package. @throws 50035 for a request to another server */
export function asTest({ request, response }: Exchange): string {
  const { method, url, headers, body, body_parts } = request
  const path = /^\/api(?:\/v\d+)?(\/.*)$/.exec(url)?.[1]
  if (path === undefined || body_parts !== undefined)
    throw invalidForm(['as'], 'BASE_TYPE_CHOICES', 'Only requests to the API with a JSON body, or none, become tests.')
  const authorization = headers.authorization?.replace(HIDDEN, `\${process.env.DISCORD_TOKEN}`)
  const client = authorization === undefined ? 'api(platform.api)' : `api(platform.api, \`${authorization}\`)`
  const hasBody = body !== null && body !== undefined
  const args = [`'${path.replaceAll(/[\\']/g, '\\$&')}'`, ...(hasBody ? [JSON.stringify(body, null, 2)] : [])]
  const call = `${client}.${method.toLowerCase()}(${args.join(', ')})`
  return [
    `test(${JSON.stringify(`${method} ${path}`)}, async () => {`,
    ...`const { status } = await ${call}`.split('\n').map((line) => `  ${line}`),
    ...(response === null ? [] : [`  assert.equal(status, ${response.status})`]),
    '})',
  ].join('\n')
}

/** In double quotes, where the shell replaces variables. Only ours may be one. */
function doubleQuoted(text: string): string {
  const variables = new Set([TOKEN_VARIABLE, PATH_VARIABLE])
  const escaped = text.replaceAll(/\$\w*|["\\`]/g, (found) => (variables.has(found) ? found : `\\${found}`))
  return `"${escaped}"`
}

function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
