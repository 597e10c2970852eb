import { readFile } from 'node:fs/promises'
import { FaultyInputError } from '../kernel/user-error.ts'
import type { IceServerEntry } from '../transports/voice/ice-servers.ts'

/** Schemes of STUN and TURN servers (RFC 7064, 7065). */
const URL_PATTERN = /^(?:stuns?|turns?):[^\s]{1,512}$/
const ENTRIES_MAX = 16
const FIELDS: ReadonlySet<string> = new Set(['urls', 'username', 'credential', 'secret'])

/**
 * Reads the file of `--voice-ice-servers`; none for null.
 * @throws FaultyInputError naming the entry and the field at fault, and no credential
 */
export async function readIceServers(file: string | null): Promise<IceServerEntry[]> {
  if (file === null) return []
  const entries = await parsed(file)
  if (!Array.isArray(entries) || entries.length > ENTRIES_MAX)
    throw new FaultyInputError(
      `${file} must have a list of at most ${ENTRIES_MAX} servers: [{"urls": "turn:host:3478", …}].`,
    )
  for (const [index, entry] of entries.entries()) {
    const fault = faultOf(entry)
    if (fault !== undefined) throw new FaultyInputError(`${file}, server ${index + 1}: ${fault}`)
  }
  return entries as IceServerEntry[]
}

async function parsed(file: string): Promise<unknown> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (cause) {
    throw new FaultyInputError(`Cannot read ${file} of --voice-ice-servers: ${(cause as Error).message}`, { cause })
  }
  try {
    return JSON.parse(text)
  } catch {
    // The message of the parser quotes the text, which has credentials.
    throw new FaultyInputError(`${file} of --voice-ice-servers is not JSON.`)
  }
}

function faultOf(entry: unknown): string | undefined {
  if (typeof entry !== 'object' || entry === null) return 'must be an object with urls'
  const fields = entry as Record<string, unknown>
  const unknown = Object.keys(fields).find((name) => !FIELDS.has(name))
  if (unknown !== undefined) return `${JSON.stringify(unknown)} is unknown; there are ${[...FIELDS].join(', ')}`
  const urls = Array.isArray(fields.urls) ? fields.urls : [fields.urls]
  const valid = urls.length > 0 && urls.every((url) => typeof url === 'string' && URL_PATTERN.test(url))
  if (!valid) return 'urls must be an address such as turn:turn.example:3478, or a list of them'
  const { username, credential, secret } = fields
  for (const [name, value] of Object.entries({ username, credential, secret }))
    if (value !== undefined && (typeof value !== 'string' || value === '')) return `${name} must be a text`
  if (secret !== undefined && (username !== undefined || credential !== undefined))
    return 'has a secret, from which username and credential are made'
  if ((username === undefined) !== (credential === undefined)) return 'must have username and credential, or neither'
  const isTurn = urls.some((url) => (url as string).startsWith('turn'))
  if (isTurn && secret === undefined && username === undefined)
    return 'a TURN server needs a secret, or username and credential'
  return undefined
}
