import { addressOption, switchOption, textOption } from './option-kinds.ts'
import { type Option, type Options, oneOf, readOptions } from './option-reader.ts'

/** Options of `guildhall tail`. */
export interface TailOptions {
  /** Address of the platform; null to find one on this machine. */
  server: string | null
  /** Key of its control API; null to find it. */
  key: string | null
  /** Data folder of the platform on this machine. */
  data: string
  /** Filters as the query of the control API has them. */
  filters: Readonly<Record<string, string>>
  /** Whether to print the lines of the control API unchanged. */
  json: boolean
  /** Whether to print headers, bodies and payloads too. */
  details: boolean
}

interface Draft extends TailOptions {
  filters: Record<string, string>
}

const KINDS = ['request', 'frame', 'event', 'delivery', 'rpc']

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
export const TAIL_OPTIONS: Options<Draft> = {
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

/** Parses the arguments after `tail`. Returns what is wrong with them, as text. Pure. */
export function parseTailOptions(args: readonly string[]): { options: TailOptions } | string {
  const draft: Draft = { server: null, key: null, data: './.guildhall', filters: {}, json: false, details: false }
  return readOptions(args, draft, TAIL_OPTIONS) ?? { options: draft }
}
