import type { Command, Given } from '../command.ts'
import type { FilesOptions } from '../files/list-files.ts'
import { readVariables } from '../options/environment.ts'
import { optionsNamed, switchOption } from '../options/option-kinds.ts'
import { type Options, readOptions } from '../options/option-reader.ts'
import { blankStart, START_OPTIONS, type StartDraft } from '../options/start-options.ts'

const OF_START = ['data', 'database-url', 'files-url', 'secret-key']

/** Options of `files`, in the order of the help. */
const FILES_OPTIONS: Options<StartDraft & { remove: boolean }> = {
  ...optionsNamed(START_OPTIONS, OF_START),
  delete: switchOption('remove', 'delete the files'),
}

/** `guildhall files`: stored files that nothing refers to. */
export const files: Command<FilesOptions> = {
  name: 'files',
  usage: '[--delete]',
  help: [
    'list, or delete, stored files that nothing refers to;',
    `takes ${OF_START.map((name) => `--${name}`).join(', ')}; the server must be stopped`,
  ],
  title: null,
  options: FILES_OPTIONS,
  parse,
  run: async (options) => (await import('../files/list-files.ts')).listFiles(options),
}

function parse({ args, env }: Given): { options: FilesOptions } | string {
  const draft = { ...blankStart(), remove: false }
  const foreign = args.map((arg) => /^--([^=]+)/.exec(arg)?.[1] ?? '').find(isForeign)
  if (foreign !== undefined) return `The command files has no option --${foreign}`
  const wrong =
    readVariables(env, draft, optionsNamed(START_OPTIONS, OF_START)) ?? readOptions(args, draft, FILES_OPTIONS)
  const { data, databaseUrl, filesUrl, secretKeyFile, remove } = draft
  return wrong ?? { options: { data, databaseUrl, filesUrl, secretKeyFile, remove } }
}

const isForeign = (name: string) => Object.hasOwn(START_OPTIONS, name) && !Object.hasOwn(FILES_OPTIONS, name)
