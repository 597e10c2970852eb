import type { Command, Given } from '../command.ts'
import { readVariables } from '../options/environment.ts'
import { optionsNamed, switchOption, textOption, wordOption } from '../options/option-kinds.ts'
import { type Options, readOptions } from '../options/option-reader.ts'
import { readSettings } from '../options/setting-options.ts'
import { blankStart, START_OPTIONS } from '../options/start-options.ts'
import type { SetupOptions } from '../setup/run-setup.ts'

type Draft = SetupOptions & ReturnType<typeof blankStart>

const OF_START = ['data', 'database-url', 'files-url', 'secret-key', 'public-url', 'host', 'port', 'mail-dir']

/** Options of `setup` besides those of `start`, in the order of the help. */
const SETUP_OPTIONS: Options<Draft> = {
  owner: textOption('owner', { value: 'NAME', help: 'name of the first owner (asked at a terminal; owner)' }),
  email: textOption('email', { value: 'ADDRESS', help: "the owner's address" }),
  registration: wordOption('registration', ['closed', 'invite', 'approval', 'open'], 'who may register (closed)'),
  'smtp-url': {
    ...textOption('smtpUrl', { value: 'URL', help: 'mail server: smtp://user:password@host:587 (no mail)' }),
    namesSecret: true,
  },
  'mail-from': textOption('mailFrom', { value: 'ADDRESS', help: 'sender of mails' }),
  write: textOption('write', { value: 'DIR', help: 'write guildhall.env there; files that exist stay' }),
  systemd: switchOption('systemd', 'with --write: guildhall.service too'),
  compose: switchOption('compose', 'with --write: compose.yaml and Caddyfile too'),
  yes: switchOption('yes', 'ask nothing'),
  json: switchOption('json', 'print one line of JSON'),
}

/** `guildhall setup`: makes a platform for others out of an empty store. */
export const setup: Command<SetupOptions> = {
  name: 'setup',
  usage: '[options]',
  help: ['check this machine for a public platform, and make the first owner of an empty store'],
  title: 'Options of setup (and those of start that name a store and an address):',
  options: SETUP_OPTIONS,
  parse,
  run: async (options) => (await import('../setup/run-setup.ts')).runSetup(options),
}

function parse({ args, env }: Given): { options: SetupOptions } | string {
  const draft: Draft = {
    ...blankStart(),
    owner: null,
    email: null,
    smtpUrl: null,
    mailFrom: null,
    write: null,
    systemd: false,
    compose: false,
    yes: false,
  }
  const stored = optionsNamed(START_OPTIONS, OF_START)
  const wrong =
    readVariables(env, draft, stored) ??
    readSettings(env, draft) ??
    readOptions(args, draft, { ...SETUP_OPTIONS, ...stored })
  if (wrong !== undefined) return wrong
  if ((draft.systemd || draft.compose) && draft.write === null) return '--systemd and --compose need --write DIR'
  if ((draft.smtpUrl === null) !== (draft.mailFrom === null)) return '--smtp-url and --mail-from go together'
  return { options: draft }
}
