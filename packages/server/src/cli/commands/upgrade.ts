import type { Command, Given } from '../command.ts'
import { readVariables } from '../options/environment.ts'
import { optionsNamed, switchOption, textOption } from '../options/option-kinds.ts'
import { type Options, readOptions } from '../options/option-reader.ts'
import { blankStart, START_OPTIONS } from '../options/start-options.ts'
import type { UpgradeOptions } from '../upgrade/run-upgrade.ts'

type Draft = UpgradeOptions & ReturnType<typeof blankStart>

const OF_START = ['data', 'database-url', 'secret-key']

const STOP = 'systemctl stop guildhall'
const START = 'systemctl start guildhall'
const WAIT_SECONDS = 120

/** Options of `upgrade`, in the order of the help. */
const UPGRADE_OPTIONS: Options<Draft> = {
  check: switchOption('check', 'name the newest version, its notes, the waiting migrations, and their room and time'),
  to: textOption('to', { value: 'VERSION|TARBALL', help: 'check, prefix: this version (the newest that npm knows)' }),
  rehearse: switchOption('rehearse', 'upgrade a copy of the rows, and start it on a free port'),
  return: switchOption('return', 'put the store back that the last upgrade has replaced'),
  prefix: textOption('prefix', {
    value: 'DIR',
    help: 'install it beside DIR/current, exchange the two, and return if it does not get ready',
  }),
  stop: textOption('stop', { value: 'CMD', help: `prefix: stops the platform (${STOP})` }),
  start: textOption('start', { value: 'CMD', help: `prefix: starts the platform (${START})` }),
  wait: {
    value: 'SECONDS',
    help: `prefix: how long the platform may take to get ready (${WAIT_SECONDS})`,
    read(draft, value) {
      if (!/^[1-9]\d{0,4}$/.test(value)) return `must be a number of seconds from 1 on, not ${JSON.stringify(value)}`
      draft.wait = Number(value)
    },
  },
  json: switchOption('json', 'print one line of JSON'),
}

/** `guildhall upgrade`: what a start with an older store does, looked at before, tried out, and taken back. */
export const upgrade: Command<UpgradeOptions> = {
  name: 'upgrade',
  usage: '--check | --rehearse | --return | --prefix DIR',
  help: [
    'look at the upgrade of a store before a start does it, try it out on a copy, or take it back',
    'or exchange the program: --prefix',
  ],
  title: 'Options of upgrade (and those of start that name a store):',
  options: UPGRADE_OPTIONS,
  parse,
  run: async (options) => {
    const { withDiskErrors } = await import('../backup/disk-errors.ts')
    const { runUpgrade } = await import('../upgrade/run-upgrade.ts')
    await withDiskErrors(() => runUpgrade(options))
  },
}

function parse({ args, env }: Given): { options: UpgradeOptions } | string {
  const draft: Draft = {
    ...blankStart(),
    ...{ check: false, rehearse: false, return: false },
    ...{ to: null, prefix: null, stop: STOP, start: START, wait: WAIT_SECONDS },
  }
  const stored = optionsNamed(START_OPTIONS, OF_START)
  const wrong = readVariables(env, draft, stored) ?? readOptions(args, draft, { ...UPGRADE_OPTIONS, ...stored })
  if (wrong !== undefined) return wrong
  const actions = [draft.check, draft.rehearse, draft.return, draft.prefix !== null].filter(Boolean).length
  if (actions !== 1) return 'upgrade takes one of --check, --rehearse, --return and --prefix DIR'
  if (draft.to !== null && (draft.rehearse || draft.return)) return '--to is for --check and --prefix'
  if (draft.databaseUrl !== null && draft.return)
    return '--return is for the embedded store. A database has no former one: start the former program, which can use it, or restore a backup with --replace'
  if (draft.data === ':memory:') return 'upgrade takes a data folder: --data DIR'
  return { options: draft }
}
