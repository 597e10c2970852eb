import { RAID_MINUTES_MAX } from '../../resources/accounts/raid-mode/model.ts'
import { ACCOUNT_STATES } from '../../resources/administration/people/model.ts'
import { ADMIN_ACTIONS } from '../admin/admin-actions.ts'
import type { AdminOptions } from '../admin/run-admin.ts'
import type { Command, Given } from '../command.ts'
import { readVariables } from '../options/environment.ts'
import { countOption, optionsNamed, switchOption, textOption, wordOption } from '../options/option-kinds.ts'
import { type Option, type Options, oneOf, readOptions } from '../options/option-reader.ts'
import { readSettings } from '../options/setting-options.ts'
import { blankStart, START_OPTIONS } from '../options/start-options.ts'
import { controlKeyOf, keyOption, serverOption } from '../options/target-options.ts'

type Draft = AdminOptions & ReturnType<typeof blankStart>

const OF_START = ['data', 'database-url', 'files-url', 'secret-key', 'public-url', 'port', 'mail-dir']
const LIMIT_MAX = 100
const USES_MAX = 10_000
const SECONDS = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 } as const

/** An option that takes a length of time. */
function timeOption<F extends 'seconds' | 'expires'>(field: F, help: string): Option<{ [K in F]?: number }> {
  return {
    value: 'TIME',
    help,
    read(draft, value) {
      const [, count, unit] = /^(\d{1,6})([smhdw])$/.exec(value) ?? []
      if (!unit) return `takes a time such as 30m, 12h or 7d, not ${JSON.stringify(value)}`
      Object.assign(draft, { [field]: Number(count) * SECONDS[unit as keyof typeof SECONDS] })
      return undefined
    },
  }
}

/** Options of `admin`, in the order of the help. */
const ADMIN_OPTIONS: Options<Draft> = {
  search: textOption('search', { value: 'T', help: 'people, guilds: part of a name, or an id' }),
  state: wordOption('state', ACCOUNT_STATES, 'people: only these'),
  email: textOption('email', { value: 'A', help: "create, invite: the person's address" }),
  role: wordOption('role', ['owner', 'admin', 'moderator'], 'create: a role of operators (none)'),
  for: timeOption('seconds', 'suspend, resolve: how long, such as 30m, 12h or 7d (without an end)'),
  uses: countOption('uses', USES_MAX, 'invite: people who may use it (1)'),
  expires: timeOption('expires', 'invite: how long it works, such as 7d (without an end)'),
  note: textOption('note', { value: 'T', help: 'resolve, block: for operators only' }),
  minutes: countOption('minutes', RAID_MINUTES_MAX, 'raid: how long it lasts (60)'),
  all: switchOption('all', 'reports: decided ones too'),
  after: textOption('after', { value: 'ID', help: 'reports: those after this one' }),
  to: textOption('to', { value: 'A', help: 'mail: address that gets a test mail' }),
  messages: wordOption('messages', ['keep', 'delete'], 'delete: what becomes of the messages of the account (keep)'),
  now: switchOption('now', 'delete: at once, without days to come back'),
  'reset-factors': switchOption('resetFactors', 'link: take the second factors of the person away'),
  replace: switchOption('replace', "key: replace the operator's key"),
  verified: switchOption('verified', 'email: the address counts as confirmed'),
  reason: textOption('reason', { value: 'T', help: 'suspend, reject: told to the person' }),
  limit: countOption('limit', LIMIT_MAX, 'people, guilds, reports, log: entries at most'),
  server: { ...serverOption, help: 'address of a running platform (the one of --data, or its store)' },
  key: { ...keyOption, help: "the operator's key, for --server (GUILDHALL_CONTROL_KEY)" },
  json: switchOption('json', 'print one line of JSON: the body of the route'),
}

/** `guildhall admin`: what operators do about people, with a platform that runs or with its store. */
export const admin: Command<AdminOptions> = {
  name: 'admin',
  usage: 'ACTION [options]',
  help: [
    'act as an operator, on a platform that runs or on its store:',
    ...Object.entries(ADMIN_ACTIONS).map(([name, { usage }]) => `admin ${name} ${usage}`.trimEnd()),
  ],
  title: 'Options of admin (and those of start that name a store):',
  options: ADMIN_OPTIONS,
  words: Object.keys(ADMIN_ACTIONS),
  parse,
  run: async (options) => (await import('../admin/run-admin.ts')).runAdmin(options),
}

/** Options that each belong to a few actions only. */
const OF_ACTIONS = [
  'search',
  'state',
  'email',
  'role',
  'for',
  'reason',
  'limit',
  'uses',
  'expires',
  'note',
  'minutes',
  'all',
  'after',
  'to',
  'messages',
  'now',
  'reset-factors',
  'verified',
  'replace',
]

function parse({ args, env }: Given): { options: AdminOptions } | string {
  const [name = '', ...rest] = args
  const action = Object.hasOwn(ADMIN_ACTIONS, name) ? ADMIN_ACTIONS[name] : undefined
  if (!action) return `An action of admin ${oneOf(Object.keys(ADMIN_ACTIONS), name)}`
  const first = rest.findIndex((word) => word.startsWith('--'))
  const words = first < 0 ? rest : rest.slice(0, first)
  const [least, most] = typeof action.words === 'number' ? [action.words, action.words] : action.words
  if (words.length < least || words.length > most) return `admin ${name} takes ${action.usage || 'no arguments'}`
  const unfit = OF_ACTIONS.filter((option) => !action.options.includes(option))
  const given = rest.map((arg) => /^--([^=]+)/.exec(arg)?.[1] ?? '').find((option) => unfit.includes(option))
  if (given !== undefined) return `admin ${name} has no option --${given}`
  const draft: Draft = { ...blankStart(), server: null, key: null, action: name, words }
  const stored = optionsNamed(START_OPTIONS, OF_START)
  const options = { ...ADMIN_OPTIONS, ...stored }
  const wrong =
    readVariables(env, draft, stored) ??
    readSettings(env, draft) ??
    readOptions(rest.slice(words.length), draft, options)
  return wrong ?? { options: { ...draft, key: controlKeyOf(draft, env) } }
}
