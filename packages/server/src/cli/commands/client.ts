import type { ClientOptions } from '../client/run-client.ts'
import type { Command, Given } from '../command.ts'
import { consentOption } from '../options/consent-option.ts'
import { addressOption, switchOption, textOption } from '../options/option-kinds.ts'
import { type Options, readOptions } from '../options/option-reader.ts'
import { FROM_STDIN } from '../terminal/stdin.ts'

const PASSWORD = 'GUILDHALL_PASSWORD'
const TOKEN = 'GUILDHALL_TOKEN'

interface Draft extends Omit<ClientOptions, 'server' | 'credentials' | 'readable'> {
  server: string | null
  login: string | null
  password: string | null
  token: string | null
}

/** Options of `client`, in the order of the help. */
const CLIENT_OPTIONS: Options<Draft> = {
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

/** `guildhall client`: a local client for the games on this computer. */
export const client: Command<ClientOptions> = {
  name: 'client',
  usage: '[options]',
  help: ['serve the games on this computer for a person: RPC over IPC'],
  title: 'Options of client:',
  options: CLIENT_OPTIONS,
  parse,
  run: async (options) => (await import('../client/run-client.ts')).runClient(options),
}

function parse({ args, env }: Given): { options: ClientOptions } | string {
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
