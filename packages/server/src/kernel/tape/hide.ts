/** Text in place of a credential. */
const HIDDEN = '[hidden]'

/** Keys whose texts are credentials: `token`, `client_secret`, `new_password`, `secrets` of an activity. */
const SECRET_KEY =
  /(?:^|_)(?:tokens?|secrets?|secret_key|private_key|password|authorization|assertion|verifier|ticket|device_code|user_code)$/i
/** Headers whose values are credentials. */
const SECRET_HEADERS: ReadonlySet<string> = new Set(['cookie', 'set-cookie', 'x-csrf-token', 'x-fingerprint'])
/** A token of a webhook or an interaction in a path. */
const PATH_TOKEN = /((?:webhooks|interactions)\/\d{1,20}\/)(?!messages\b)[^/?#\s"'\\]+/g
/** A parameter of a query or a form. Clients may encode its name. */
const PARAMETER = /(^|[?&#])([^=?&#\s"'\\]{1,100})=[^&#\s"'\\]+/g
/** Parameters whose values are credentials. */
const SECRET_PARAMETER = /^(?:[a-z_]*_)?(?:code|token|secret|password|ticket|assertion|verifier)$/i
/**
 * Tokens of bots and people, and JSON Web Tokens: three parts with dots. A match begins where a word does: without that
 * a search of 64 KB of one word would take seconds.
 */
const DOTTED_TOKEN = /(?<![\w-])[\w-]{17,}\.[\w-]{6,}\.[\w-]{27,}/g
/** A secret field in JSON that is not complete, and can't be parsed: a text, or a list or object of texts. */
const JSON_FIELD =
  /("(?:[a-z_]*_)?(?:tokens?|secrets?|secret_key|private_key|password|authorization|assertion|verifier|ticket|code)"\s*:\s*)("(?:[^"\\]|\\[\s\S])*|[[{][^\]}]*)/gi
/** Levels of a value that are shown. Requests with more are refused, and far more would exhaust the stack. */
const DEPTH_MAX = 100
const DEEPER = '[nested deeper]'
/** Authorization codes are at least this long, codes of invites, templates and errors are not. */
const LONG_CODE_MIN = 28

/** Replaces credentials in a text that is not JSON: an address, a form, the beginning of a long body. */
export function hideInText(text: string): string {
  let hidden = text
  if (hidden.includes('/')) hidden = hidden.replace(PATH_TOKEN, `$1${HIDDEN}`)
  if (hidden.includes('=')) hidden = hidden.replace(PARAMETER, hideParameter)
  if (hidden.includes('.')) hidden = hidden.replace(DOTTED_TOKEN, HIDDEN)
  return hidden
}

function hideParameter(whole: string, before: string, name: string): string {
  return SECRET_PARAMETER.test(decoded(name)) ? `${before}${name}=${HIDDEN}` : whole
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/** Replaces credentials in a text that may be the beginning of JSON, or JSON with faults. */
export function hideInPartialJson(text: string): string {
  const hideField = (_whole: string, before: string, value: string) =>
    `${before}"${HIDDEN}${value.startsWith('"') ? '' : '"'}`
  return hideInText(text.replace(JSON_FIELD, hideField))
}

/** Returns a copy of a JSON value in which credentials are replaced. */
export function hideInJson(value: unknown, key = '', depth = 0): unknown {
  if (typeof value === 'string') return hidesText(key, value) ? HIDDEN : hideInText(value)
  if (typeof value === 'bigint') return `${value}`
  if (typeof value !== 'object' || value === null) return value
  if (depth >= DEPTH_MAX) return DEEPER
  // Entries of a list have the key of the list, and those of `secrets` are all secret.
  if (Array.isArray(value)) return value.map((entry) => hideInJson(entry, key, depth + 1))
  const fields = Object.entries(value)
  const holder = SECRET_KEY.test(key) ? key : null
  return Object.fromEntries(fields.map(([name, field]) => [name, hideInJson(field, holder ?? name, depth + 1)]))
}

function hidesText(key: string, text: string): boolean {
  return (SECRET_KEY.test(key) && text !== '') || (key === 'code' && text.length >= LONG_CODE_MIN)
}

/** Returns headers in which credentials are replaced. The scheme of Authorization stays. */
export function hideInHeaders(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  const shown: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) continue
    const text = Array.isArray(value) ? value.join(', ') : `${value}`
    shown[name] = SECRET_HEADERS.has(name) ? HIDDEN : /authorization$/i.test(name) ? scheme(text) : hideInText(text)
  }
  return shown
}

function scheme(authorization: string): string {
  const known = /^(Bot|Bearer|Basic)\s/i.exec(authorization)?.[1]
  return known ? `${known} ${HIDDEN}` : HIDDEN
}
