import { addressOption, switchOption, textOption, wordOption } from './option-kinds.ts'
import { type Options, readOptions } from './option-reader.ts'
import { CONSENTS, type ConsentOption } from './terminal-consent.ts'

/** Value of an option that stands for the first line of stdin. */
export const FROM_STDIN = '-'
const PASSWORD = 'GUILDHALL_PASSWORD'
const TOKEN = 'GUILDHALL_TOKEN'

/** Options of `guildhall client`. */
export interface ClientOptions {
  server: string
  /** A secret that is `-` is the first line of stdin. */
  credentials: { login: string; password: string } | { token: string }
  /** Option whose value is a secret that every user of this computer can read in the process list; null for none. */
  readable: 'token' | 'password' | null
  /** Folder of the socket; null for the documented one. */
  ipcFolder: string | null
  /** Decision about requests of games for authorization. */
  consent: ConsentOption
  /** Serves WebSocket and HTTP beside the socket. */
  websocket: boolean
  json: boolean
}

interface Draft extends Omit<ClientOptions, 'server' | 'credentials' | 'readable'> {
  server: string | null
  login: string | null
  password: string | null
  token: string | null
}

/** The option that decides about requests of games. */
export const consentOption = wordOption(
  'consent',
  CONSENTS,
  'decision about requests of games: asked in the web app, else at the terminal (ask)',
)

/** Options of `client`, in the order of the help. */
export const CLIENT_OPTIONS: Options<Draft> = {
  server: addressOption('server', 'address of the platform'),
  login: textOption('login', { value: 'NAME', help: 'name of the person' }),
  password: textOption('password', { value: 'P', help: `password of the person (${PASSWORD}); - reads it from stdin` }),
  token: textOption('token', {
    value: 'T',
    help: `token of the person, in place of name and password (${TOKEN}); - reads it from stdin`,
  }),
  'ipc-dir': textOption('ipcFolder', {
    value: 'DIR',
    help: 'folder of the socket (XDG_RUNTIME_DIR, TMPDIR, TMP, TEMP or /tmp)',
  }),
  consent: consentOption,
  websocket: switchOption('websocket', 'serve games and pages over WebSocket and HTTP too, on a port of this computer'),
  json: switchOption('json', 'print one line of JSON on stdout when ready'),
}

/** Parses the arguments after `client`. Returns what is wrong with them, as text. Pure. */
export function parseClientOptions(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): { options: ClientOptions } | string {
  const draft: Draft = {
    server: null,
    login: null,
    password: null,
    token: null,
    ipcFolder: null,
    consent: 'ask',
    websocket: false,
    json: false,
  }
  const wrong = readOptions(args, draft, CLIENT_OPTIONS)
  if (wrong !== undefined) return wrong
  const { server, login, password, token, ...rest } = draft
  if (server === null) return 'client needs --server URL'
  if (token !== null && (login !== null || password !== null)) return '--token replaces --login and --password'
  // The name chooses the kind of sign-in: a variable for the other one may be left over.
  const isByName = login !== null || password !== null
  const given = isByName ? (password ?? env[PASSWORD]) : (token ?? env[TOKEN])
  if (!given || (isByName && login === null))
    return `client needs --login NAME and --password P or ${PASSWORD}, or else --token T or ${TOKEN}`
  const option = isByName ? 'password' : 'token'
  const readable = draft[option] === null || given === FROM_STDIN ? null : option
  const credentials = login === null ? { token: given } : { login, password: given }
  return { options: { server, credentials, readable, ...rest } }
}
