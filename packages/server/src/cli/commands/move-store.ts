import type { Command, Given } from '../command.ts'
import type { MoveOptions } from '../move/run-move.ts'
import { readVariables } from '../options/environment.ts'
import { optionsNamed, switchOption } from '../options/option-kinds.ts'
import { type Options, readOptions } from '../options/option-reader.ts'
import { blankStart, START_OPTIONS } from '../options/start-options.ts'

type Draft = MoveOptions & ReturnType<typeof blankStart>

const OF_START = ['data', 'database-url']
const SQLITE = 'sqlite:'

/** Options of `move-store`, in the order of the help. */
const MOVE_OPTIONS: Options<Draft> = {
  to: {
    value: 'sqlite:DIR|postgres://…',
    help: 'store that the rows are copied to; a folder gets the files too',
    read(draft, value) {
      if (value.startsWith(SQLITE) && value.length > SQLITE.length) draft.to = { folder: value.slice(SQLITE.length) }
      else if (/^postgres(?:ql)?:\/\//.test(value) && URL.canParse(value)) draft.to = { url: value }
      else return 'takes sqlite:DIR or the address of a PostgreSQL database'
    },
  },
  json: switchOption('json', 'print one line of JSON'),
}

/** `guildhall move-store`: copies a platform between SQLite and PostgreSQL. */
export const moveStoreCommand: Command<MoveOptions> = {
  name: 'move-store',
  usage: '--to sqlite:DIR|postgres://… [options]',
  help: ['copy a platform between SQLite and PostgreSQL, and compare both; the platform must be stopped'],
  title: 'Options of move-store (and those of start that name a store):',
  options: MOVE_OPTIONS,
  parse,
  run: async (options) => {
    const { withDiskErrors } = await import('../backup/disk-errors.ts')
    const { runMove } = await import('../move/run-move.ts')
    await withDiskErrors(() => runMove(options))
  },
}

function parse({ args, env }: Given): { options: MoveOptions } | string {
  const draft: Draft = { ...blankStart(), to: null }
  const stored = optionsNamed(START_OPTIONS, OF_START)
  const wrong = readVariables(env, draft, stored) ?? readOptions(args, draft, { ...MOVE_OPTIONS, ...stored })
  if (wrong !== undefined) return wrong
  if (draft.to === null) return 'move-store takes --to sqlite:DIR or --to postgres://…'
  if (draft.data === ':memory:') return 'move-store takes a data folder: --data DIR'
  if ('url' in draft.to && draft.databaseUrl !== null) return 'move-store copies from one kind of store to the other'
  return { options: draft }
}
