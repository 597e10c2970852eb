import type { Command, Given } from '../command.ts'
import { readVariables } from '../options/environment.ts'
import { optionsNamed, switchOption, textOption } from '../options/option-kinds.ts'
import { type Options, readOptions } from '../options/option-reader.ts'
import { blankStart, START_OPTIONS } from '../options/start-options.ts'
import type { UpgradeOptions } from '../upgrade/run-upgrade.ts'

type Draft = UpgradeOptions & ReturnType<typeof blankStart>

const OF_START = ['data', 'database-url', 'secret-key']

/** Options of `upgrade`, in the order of the help. */
const UPGRADE_OPTIONS: Options<Draft> = {
  check: switchOption('check', 'name the waiting migrations, and the room and the time that they need'),
  to: textOption('to', { value: 'VERSION|TARBALL', help: 'check: this version (the newest that npm knows)' }),
  rehearse: switchOption('rehearse', 'upgrade a copy of the store, and start it on a free port'),
  return: switchOption('return', 'put the store back that the last upgrade has replaced'),
  json: switchOption('json', 'print one line of JSON'),
}

/** `guildhall upgrade`: what a start with an older store does, looked at before, tried out, and taken back. */
export const upgrade: Command<UpgradeOptions> = {
  name: 'upgrade',
  usage: '--check | --rehearse | --return',
  help: ['look at the upgrade of a store before a start does it, try it out on a copy, or take it back'],
  title: 'Options of upgrade (and those of start that name a store):',
  options: UPGRADE_OPTIONS,
  parse,
  run: async (options) => (await import('../upgrade/run-upgrade.ts')).runUpgrade(options),
}

function parse({ args, env }: Given): { options: UpgradeOptions } | string {
  const draft: Draft = { ...blankStart(), check: false, rehearse: false, return: false, to: null }
  const stored = optionsNamed(START_OPTIONS, OF_START)
  const wrong = readVariables(env, draft, stored) ?? readOptions(args, draft, { ...UPGRADE_OPTIONS, ...stored })
  if (wrong !== undefined) return wrong
  const actions = [draft.check, draft.rehearse, draft.return].filter(Boolean).length
  if (actions !== 1) return 'upgrade takes one of --check, --rehearse and --return'
  if (draft.to !== null && !draft.check) return '--to is for --check'
  if (draft.databaseUrl !== null && !draft.check)
    return '--rehearse and --return are for the embedded store: use the copies and snapshots of PostgreSQL'
  if (draft.data === ':memory:') return 'upgrade takes a data folder: --data DIR'
  return { options: draft }
}
