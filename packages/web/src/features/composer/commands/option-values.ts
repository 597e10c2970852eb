import { COMMAND_STRING_MAX, type CommandParameterObject, OptionType } from '@guildhall/protocol'
import type { UsableCommand } from '../../../domain/commands/usable-commands.ts'
import { fileFits } from '../../../lib/file-types.ts'
import { listFormat } from '../../../lib/language/formats.ts'
import { t } from '../../../lib/language/text.ts'

/** A choice of an option, an entity, or an autocompleted value: its name, and the value that is sent. */
export interface Chosen {
  readonly name: string
  readonly value: string | number
}

/** Content of an option's field: a text, a switch, a file, or what was chosen from a list. */
export type Entry = string | boolean | File | Chosen | undefined

/** Contents of the fields of a command, by the name of the option. */
export type Entries = Readonly<Record<string, Entry>>

/** Value of an option as it is sent, or the fault of its field. */
export type Parsed = { readonly value: string | number | boolean | File } | { readonly error: string } | null

/** Returns the fault of an empty field that is required. */
export const missingText = () => t('This option is required.')

/** Returns the value of a field: null if it is empty and need not be filled. [SVC-4] */
export function parseOption(option: CommandParameterObject, entry: Entry): Parsed {
  if (isEmpty(entry)) return option.required ? { error: missingText() } : null
  if (entry instanceof File) return parseFile(option, entry)
  if (typeof entry === 'boolean') return { value: entry }
  if (typeof entry === 'object') return checkPlain(option, entry.value)
  if (typeof entry !== 'string') return null
  const { type, choices } = option
  if (choices && choices.length > 0) return { error: t('Choose one of the list.') }
  if (type === OptionType.STRING) return checkPlain(option, entry)
  if (type === OptionType.INTEGER || type === OptionType.NUMBER) return parseNumber(option, entry)
  return { error: t('Choose one of the list.') }
}

function isEmpty(entry: Entry): boolean {
  return entry === undefined || (typeof entry === 'string' && entry.trim() === '')
}

function parseNumber(option: CommandParameterObject, text: string): Parsed {
  // Many people write decimals with a comma.
  const plain = text.trim().replace(/^([+-]?\d*),(\d+)$/, '$1.$2')
  const number = Number(plain)
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i.test(plain) || !Number.isFinite(number))
    return { error: t('Enter a number.') }
  if (option.type === OptionType.INTEGER && !Number.isSafeInteger(number)) return { error: t('Enter a whole number.') }
  if (Math.abs(number) > 2 ** 53) return { error: t('This number is too large.') }
  return checkPlain(option, number)
}

function checkPlain(option: CommandParameterObject, value: string | number): Parsed {
  const { min_value, max_value, min_length = 0, max_length = COMMAND_STRING_MAX } = option
  if (typeof value === 'number') {
    if (min_value !== undefined && value < min_value) return { error: t('Enter {min} or more.', { min: min_value }) }
    if (max_value !== undefined && value > max_value) return { error: t('Enter {max} or less.', { max: max_value }) }
    return { value }
  }
  if (option.type !== OptionType.STRING) return { value }
  const length = [...value].length
  if (length < min_length) return { error: t('Enter {min} or more characters.', { min: min_length }) }
  if (length > max_length)
    return { error: t('Enter {max} characters or fewer; these are {length}.', { max: max_length, length }) }
  return { value }
}

function parseFile({ file_types }: CommandParameterObject, file: File): Parsed {
  if (fileFits(file.name, file_types)) return { value: file }
  return { error: t('Choose a file of these types: {types}.', { types: listFormat().format(file_types ?? []) }) }
}

/** An option as it is sent. */
export interface SentOption {
  readonly type: number
  readonly name: string
  readonly value?: string | number | boolean
  readonly focused?: true
  readonly options?: readonly SentOption[]
}

/** Options of a use of a command with its files, or the faults of its fields by the name of the option. */
export type Filled =
  | { readonly options: readonly SentOption[]; readonly files: readonly File[] }
  | { readonly errors: Readonly<Record<string, string>> }

/** Returns what is sent for a command, or the faults of its fields. Files are named by their index. */
export function fillOptions({ options, path }: Pick<UsableCommand, 'options' | 'path'>, entries: Entries): Filled {
  const errors: Record<string, string> = {}
  const sent: SentOption[] = []
  const files: File[] = []
  for (const option of options) {
    const { type, name } = option
    const parsed = parseOption(option, entries[name])
    if (parsed === null) continue
    if ('error' in parsed) errors[name] = parsed.error
    else if (parsed.value instanceof File) sent.push({ type, name, value: String(files.push(parsed.value) - 1) })
    else sent.push({ type, name, value: parsed.value })
  }
  return Object.keys(errors).length > 0 ? { errors } : { options: within(path, sent), files }
}

/** Returns the options of a request to complete one of them: the others as far as they are filled, without files. */
export function completionOptions(
  { options, path }: Pick<UsableCommand, 'options' | 'path'>,
  entries: Entries,
  focused: CommandParameterObject,
  text: string,
): readonly SentOption[] {
  const sent = options.flatMap((option): SentOption[] => {
    const { type, name } = option
    if (name === focused.name) return [{ type, name, value: text, focused: true }]
    const parsed = parseOption(option, entries[name])
    if (parsed === null || 'error' in parsed || parsed.value instanceof File) return []
    return [{ type, name, value: parsed.value }]
  })
  return within(path, sent)
}

/** Returns options below the subcommand that they belong to. */
function within(path: UsableCommand['path'], options: readonly SentOption[]): readonly SentOption[] {
  return path.reduceRight<readonly SentOption[]>((inner, { type, name }) => [{ type, name, options: inner }], options)
}
