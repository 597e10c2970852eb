import { type Option, type Options, oneOf, readOptions } from './option-reader.ts'
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
export const consentOption: Option<{ consent: ConsentOption }> = {
  value: CONSENTS.join('|'),
  help: 'decision about requests of games: asked in the web app, else at the terminal (ask)',
  read(draft, value) {
    const consent = CONSENTS.find((entry) => entry === value)
    if (!consent) return oneOf(CONSENTS, value)
    draft.consent = consent
    return undefined
  },
}

/** Options of `client`, in the order of the help. */
export const CLIENT_OPTIONS: Options<Draft> = {
  server: {
    value: 'URL',
    help: 'address of the platform',
    read(draft, value) {
      if (!/^https?:\/\//.test(value) || !URL.canParse(value)) return 'must be an address like http://127.0.0.1:7700'
      draft.server = value
    },
  },
  login: text('login', 'NAME', 'name of the person'),
  password: text('password', 'P', 'password of the person'),
  token: text('token', 'T', 'token of the person, in place of name and password'),
  'ipc-dir': {
    value: 'DIR',
    help: 'folder of the socket (XDG_RUNTIME_DIR, TMPDIR, TMP, TEMP or /tmp)',
    read(draft, value) {
      draft.ipcFolder = value
    },
  },
  consent: consentOption,
  websocket: {
    value: null,
    help: 'serve games and pages over WebSocket and HTTP too, on a port of this computer',
    read(draft) {
      draft.websocket = true
    },
  },
  json: {
    value: null,
    help: 'print one line of JSON on stdout when ready',
    read(draft) {
      draft.json = true
    },
  },
}

function text(field: 'login' | 'password' | 'token', value: string, help: string): Options<Draft>[string] {
  return {
    value,
    help,
    read(draft, given) {
      draft[field] = given
      return undefined
    },
  }
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
