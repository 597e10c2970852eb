import type { Command, Given } from '../command.ts'
import { addressOption, switchOption, textOption } from '../options/option-kinds.ts'
import { type Option, type Options, oneOf, readOptions } from '../options/option-reader.ts'
import type { TailOptions } from '../tail/tail.ts'

interface Draft extends TailOptions {
  filters: Record<string, string>
}

const KINDS = ['request', 'frame', 'event', 'delivery', 'rpc', 'voice']

/** Takes a value as a filter of the control API. */
function filter(name: string, pattern: RegExp, expected: string): Option<Draft>['read'] {
  return (draft, value) => {
    if (!pattern.test(value)) return `takes ${expected}, not ${JSON.stringify(value)}`
    draft.filters[name] = value
    return undefined
  }
}

const ID = /^\d{1,20}$/

/** Options of `tail`, in the order of the help. */
const TAIL_OPTIONS: Options<Draft> = {
  server: addressOption('server', 'address of the platform (that of this user on this machine)'),
  key: textOption('key', {
    value: 'KEY',
    help: 'key of its control API (GUILDHALL_CONTROL_KEY, or that of the platform on this machine)',
  }),
  data: textOption('data', { value: 'DIR', help: 'data folder of the platform on this machine (./.guildhall)' }),
  kind: {
    value: 'KINDS',
    help: `only these kinds, with commas between them: ${KINDS.join(', ')}`,
    read(draft, value) {
      const unknown = value.split(',').find((kind) => !KINDS.includes(kind))
      if (unknown !== undefined) return oneOf(KINDS, unknown)
      draft.filters.kind = value
    },
  },
  app: { value: 'ID', help: 'only of this application', read: filter('application_id', ID, 'an id') },
  guild: { value: 'ID', help: 'only of this guild', read: filter('guild_id', ID, 'an id') },
  user: { value: 'ID', help: 'only of this user', read: filter('user_id', ID, 'an id') },
  session: { value: 'ID', help: 'only of this gateway session', read: filter('session_id', /^.{1,64}$/, 'an id') },
  text: { value: 'TEXT', help: 'only with this text', read: filter('text', /^.{1,200}$/s, 'up to 200 characters') },
  json: switchOption('json', 'print a line of JSON for each record'),
  details: switchOption('details', 'print headers, bodies and payloads too'),
}

/** `guildhall tail`: the tape of a platform. */
export const tail: Command<TailOptions> = {
  name: 'tail',
  usage: '[options]',
  help: ['print requests, gateway frames and events of a platform as they come'],
  title: 'Options of tail:',
  options: TAIL_OPTIONS,
  parse,
  run: async (options) => (await import('../tail/tail.ts')).tail(options),
}

function parse({ args }: Given): { options: TailOptions } | string {
  const draft: Draft = { server: null, key: null, data: './.guildhall', filters: {}, json: false, details: false }
  return readOptions(args, draft, TAIL_OPTIONS) ?? { options: draft }
}
