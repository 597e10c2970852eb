import type { Command, Given } from '../command.ts'
import type { MoveOptions } from '../move/run-move.ts'
import { readVariables } from '../options/environment.ts'
import { optionsNamed, switchOption } from '../options/option-kinds.ts'
import { type Options, readOptions } from '../options/option-reader.ts'
import { blankStart, START_OPTIONS } from '../options/start-options.ts'

type Draft = MoveOptions & ReturnType<typeof blankStart>

const OF_START = ['data', 'database-url']
const SQLITE = 'sqlite:'
const { 'files-url': FILES_URL } = START_OPTIONS

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
  'files-url': {
    value: 'DIR|s3://…',
    help: 'place that the files are copied to: a folder, or s3://BUCKET[/PREFIX]',
    read(draft, value) {
      const target = blankStart()
      const wrong = FILES_URL?.read(target, value)
      draft.filesTo = target.filesUrl
      return wrong
    },
  },
  'files-from': {
    value: 'DIR|s3://…',
    help: 'place of the files now (GUILDHALL_FILES_URL, or files/ in the data folder)',
    read: (draft, value) => FILES_URL?.read(draft, value),
  },
  check: switchOption('check', 'compare the files of both places, and copy nothing'),
  json: switchOption('json', 'print one line of JSON'),
}

/** `guildhall move-store`: copies a platform between SQLite and PostgreSQL, and files between folders and buckets. */
export const moveStoreCommand: Command<MoveOptions> = {
  name: 'move-store',
  usage: '[--to sqlite:DIR|postgres://…] [--files-url DIR|s3://…] [options]',
  help: [
    'copy a platform between SQLite and PostgreSQL, and its files between folders and S3, and compare both;',
    'the platform must be stopped',
  ],
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
  const draft: Draft = { ...blankStart(), to: null, filesTo: null, check: false }
  const stored = optionsNamed(START_OPTIONS, OF_START)
  const variables = optionsNamed(START_OPTIONS, [...OF_START, 'files-url'])
  const wrong = readVariables(env, draft, variables) ?? readOptions(args, draft, { ...MOVE_OPTIONS, ...stored })
  if (wrong !== undefined) return wrong
  if (draft.check && (draft.filesTo === null || draft.to !== null)) return '--check takes --files-url, and no --to'
  if (draft.to === null && draft.filesTo === null)
    return 'move-store takes --to sqlite:DIR, --to postgres://… or --files-url'
  if (draft.data === ':memory:') return 'move-store takes a data folder: --data DIR'
  if (draft.to !== null && 'url' in draft.to && draft.databaseUrl !== null)
    return 'move-store copies from one kind of store to the other'
  return { options: draft }
}
