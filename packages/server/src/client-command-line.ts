import { addressOption, switchOption, textOption, wordOption } from './option-kinds.ts'
import { type Options, readOptions } from './option-reader.ts'
import { CONSENTS, type ConsentOption } from './terminal-consent.ts'

/** Options of `guildhall client`. */
export interface ClientOptions {
  server: string
  credentials: { login: string; password: string } | { token: string }
  /** Folder of the socket; null for the documented one. */
  ipcFolder: string | null
  /** Decision about requests of games for authorization. */
  consent: ConsentOption
  /** Serves WebSocket and HTTP beside the socket. */
  websocket: boolean
  json: boolean
}

interface Draft extends Omit<ClientOptions, 'server' | 'credentials'> {
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
  password: textOption('password', { value: 'P', help: 'password of the person' }),
  token: textOption('token', { value: 'T', help: 'token of the person, in place of name and password' }),
  'ipc-dir': textOption('ipcFolder', {
    value: 'DIR',
    help: 'folder of the socket (XDG_RUNTIME_DIR, TMPDIR, TMP, TEMP or /tmp)',
  }),
  consent: consentOption,
  websocket: switchOption('websocket', 'serve games and pages over WebSocket and HTTP too, on a port of this computer'),
  json: switchOption('json', 'print one line of JSON on stdout when ready'),
}

/** Parses the arguments after `client`. Returns what is wrong with them, as text. Pure. */
export function parseClientOptions(args: readonly string[]): { options: ClientOptions } | string {
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
  if (token !== null) {
    if (login !== null || password !== null) return '--token replaces --login and --password'
    return { options: { server, credentials: { token }, ...rest } }
  }
  if (login === null || password === null) return 'client needs --login NAME and --password P, or --token T'
  return { options: { server, credentials: { login, password }, ...rest } }
}
