import type { RestoreCommandOptions } from '../backup/run-restore.ts'
import type { Command, Given } from '../command.ts'
import { readVariables } from '../options/environment.ts'
import { optionsNamed, switchOption, textOption } from '../options/option-kinds.ts'
import { type Options, readOptions } from '../options/option-reader.ts'
import { blankStart, START_OPTIONS } from '../options/start-options.ts'

type Draft = RestoreCommandOptions & ReturnType<typeof blankStart>

const OF_START = ['data', 'database-url', 'files-url']

/** Options of `restore`, in the order of the help. */
const RESTORE_OPTIONS: Options<Draft> = {
  identity: textOption('identity', { value: 'FILE', help: 'file with the recovery key' }),
  'passphrase-file': textOption('passphraseFile', { value: 'FILE', help: 'file whose first line is the passphrase' }),
  replace: switchOption('replace', 'keep what is in the data folder beside it, under another name'),
  'sign-out': switchOption('signOut', 'end the sessions of all people'),
  json: switchOption('json', 'print one line of JSON'),
}

/** `guildhall restore`: makes a platform out of a backup. */
export const restore: Command<RestoreCommandOptions> = {
  name: 'restore',
  usage: 'FILE --data DIR [options]',
  help: ['make the data folder of a platform out of a backup; the platform must be stopped'],
  title: 'Options of restore (and those of start that name a store):',
  options: RESTORE_OPTIONS,
  takesFiles: true,
  parse,
  run: async (options) => {
    const { withDiskErrors } = await import('../backup/disk-errors.ts')
    const { runRestore } = await import('../backup/run-restore.ts')
    await withDiskErrors(() => runRestore(options))
  },
}

function parse({ args, env }: Given): { options: RestoreCommandOptions } | string {
  const [file, ...rest] = args
  if (file === undefined || file.startsWith('--')) return 'restore takes a FILE'
  const draft: Draft = {
    ...blankStart(),
    file,
    identity: null,
    passphraseFile: null,
    replace: false,
    signOut: false,
  }
  const stored = optionsNamed(START_OPTIONS, OF_START)
  const wrong = readVariables(env, draft, stored) ?? readOptions(rest, draft, { ...RESTORE_OPTIONS, ...stored })
  if (wrong !== undefined) return wrong
  if (draft.identity !== null && draft.passphraseFile !== null) return 'Give one of --identity and --passphrase-file'
  if (draft.data === ':memory:') return 'restore takes a data folder: --data DIR'
  return { options: draft }
}
