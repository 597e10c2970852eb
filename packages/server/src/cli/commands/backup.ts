import { isS3Url, parseS3Url } from '../../validation/s3-url.ts'
import type { BackupCommandOptions } from '../backup/run-backup.ts'
import type { Command, Given } from '../command.ts'
import { readVariables } from '../options/environment.ts'
import { countOption, optionsNamed, switchOption, textOption } from '../options/option-kinds.ts'
import { type Options, readOptions } from '../options/option-reader.ts'
import { readSettings } from '../options/setting-options.ts'
import { blankStart, START_OPTIONS } from '../options/start-options.ts'
import { controlKeyOf, keyOption, serverOption } from '../options/target-options.ts'

type Draft = BackupCommandOptions & ReturnType<typeof blankStart>

const OF_START = ['data', 'database-url', 'files-url']
const KEEP_MAX = 1_000
const VERIFY = 'verify'
/** Options that only one of the two forms takes. */
const OF_VERIFY = ['identity']
const OF_BACKUP = ['recipient', 'plain', 'without-files', 'keep', 'server', 'key']
/** Options that a running platform decides about by its settings. */
const OF_OWN = ['recipient', 'passphrase-file', 'plain', 'without-files', 'data', 'database-url', 'files-url']

/** Options of `backup`, in the order of the help. */
const BACKUP_OPTIONS: Options<Draft> = {
  recipient: {
    value: 'AGE1…',
    help: 'age recipient that the backup is encrypted to (the one of guildhall setup)',
    read(draft, value) {
      if (!/^age1[0-9a-z]{58}$/.test(value)) return 'takes a recipient of age, which begins with age1'
      draft.recipient = value
    },
  },
  'passphrase-file': textOption('passphraseFile', { value: 'FILE', help: 'file whose first line is a passphrase' }),
  plain: switchOption('plain', 'do not encrypt the backup'),
  'without-files': switchOption('withoutFiles', 'leave files out'),
  keep: countOption('keep', KEEP_MAX, 'of the backups in DIR or the bucket, keep so many'),
  server: { ...serverOption, help: 'address of a running platform, which makes the backup with its own key' },
  key: { ...keyOption, help: "the operator's key, for --server (GUILDHALL_CONTROL_KEY)" },
  identity: textOption('identity', { value: 'FILE', help: 'verify: file with the recovery key' }),
  json: switchOption('json', 'print one line of JSON'),
}

/** `guildhall backup`: writes everything that a platform has into one file, or checks such a file. */
export const backup: Command<BackupCommandOptions> = {
  name: 'backup',
  usage: '[FILE|DIR|s3://BUCKET[/PREFIX]] [options]',
  help: [
    'write a backup of one moment, while the platform works; DIR is backups/ in the data folder',
    'backup verify FILE   read a whole backup, and check it',
  ],
  title: 'Options of backup (and those of start that name a store):',
  options: BACKUP_OPTIONS,
  words: [VERIFY],
  takesFiles: true,
  parse,
  run: async (options) => {
    const { withDiskErrors } = await import('../backup/disk-errors.ts')
    const { runBackup } = await import('../backup/run-backup.ts')
    await withDiskErrors(() => runBackup(options))
  },
}

function parse({ args, env }: Given): { options: BackupCommandOptions } | string {
  const verify = args[0] === VERIFY
  const after = verify ? args.slice(1) : args
  const path = after[0]?.startsWith('--') ? null : (after[0] ?? null)
  if (verify && path === null) return 'backup verify takes a FILE'
  if (path !== null && isS3Url(path) && parseS3Url(path) === null) return `${path} is no s3://BUCKET[/PREFIX]`
  const draft: Draft = {
    ...blankStart(),
    verify,
    path,
    recipient: null,
    passphraseFile: null,
    plain: false,
    withoutFiles: false,
    identity: null,
    server: null,
    key: null,
  }
  const stored = optionsNamed(START_OPTIONS, OF_START)
  const rest = path === null ? after : after.slice(1)
  const foreign = verify ? OF_BACKUP : OF_VERIFY
  const names = rest.map((arg) => /^--([^=]+)/.exec(arg)?.[1] ?? '')
  const given = names.find((name) => foreign.includes(name))
  if (given !== undefined) return `backup${verify ? ' verify' : ''} has no option --${given}`
  const wrong =
    readVariables(env, draft, stored) ??
    readSettings(env, draft) ??
    readOptions(rest, draft, { ...BACKUP_OPTIONS, ...stored })
  if (wrong !== undefined) return wrong
  const own = draft.server === null ? undefined : names.find((name) => OF_OWN.includes(name))
  if (draft.server !== null && path !== null && isS3Url(path)) return 'backup --server takes a FILE or DIR'
  if (own !== undefined) return `backup --server has no option --${own}: the platform follows its settings`
  const keys = [draft.recipient, draft.passphraseFile, draft.identity, draft.plain || null].filter(
    (key) => key !== null,
  )
  if (keys.length > 1) return `Give one of ${verify ? '--identity and' : '--recipient, --plain and'} --passphrase-file`
  return { options: { ...draft, key: controlKeyOf(draft, env) } }
}
