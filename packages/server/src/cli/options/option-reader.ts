import { closestWord, suggestion } from '../../validation/closest-word.ts'

/** An option of a command, that changes a draft of what was asked for. */
export interface Option<Draft> {
  /** Placeholder of the value in the help; null for a switch. */
  readonly value: string | null
  /** Accepted values, where the placeholder does not list them. */
  readonly values?: readonly string[]
  readonly help: string
  /** Whether the value names a file with a secret, which has its own variable. */
  readonly namesSecret?: boolean
  /** Whether every value counts, and not the last one alone. */
  readonly repeats?: boolean
  /** Returns what is wrong with the value, to follow `--name `; undefined when it was taken. */
  read(draft: Draft, value: string): string | undefined
}

/** Options by name, in the order of the help. */
export type Options<Draft> = Readonly<Record<string, Option<Draft>>>

/** Reads `--name value` and `--name=value` into a draft. Returns the first thing that is wrong. */
export function readOptions<Draft>(args: readonly string[], draft: Draft, options: Options<Draft>): string | undefined {
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] ?? ''
    if (!arg.startsWith('--')) return `${JSON.stringify(arg)} belongs to no option`
    const equals = arg.indexOf('=')
    const name = arg.slice(2, equals < 0 ? undefined : equals)
    const option = Object.hasOwn(options, name) ? options[name] : undefined
    if (!option) return `There is no option --${name}${optionSuggestion(name, options)}`
    let value = equals < 0 ? undefined : arg.slice(equals + 1)
    if (option.value === null) {
      if (value !== undefined) return `--${name} takes no value`
    } else if (value === undefined) {
      value = args[index + 1]?.startsWith('--') ? undefined : args[index + 1]
      index += 1
    }
    if (option.value !== null && !value) return `--${name} needs a value: --${name} ${option.value}`
    const wrong = option.read(draft, value ?? '')
    if (wrong !== undefined) return `--${name} ${wrong}`
  }
  return undefined
}

function optionSuggestion<Draft>(name: string, options: Options<Draft>): string {
  const close = closestWord(name, [...Object.keys(options), 'help', 'version'])
  return close === undefined ? '' : `; did you mean --${close}?`
}

/** Returns the fault of a value that must be one of a few, with the closest of them. */
export function oneOf(values: readonly string[], value: string): string {
  return `must be one of ${values.join(', ')}, not ${JSON.stringify(value)}${suggestion(value, values)}`
}

/** Returns the rows of the help about options. */
export function optionRows<Draft>(options: Options<Draft>): [string, string][] {
  return Object.entries(options).map(([name, { value, help }]) => [
    value === null ? `--${name}` : `--${name} ${value}`,
    help,
  ])
}

/** Returns the entries before a separator, and those after it; null without it. */
export function splitAt(entries: readonly string[], separator: string): [readonly string[], readonly string[] | null] {
  const index = entries.indexOf(separator)
  return index < 0 ? [entries, null] : [entries.slice(0, index), entries.slice(index + 1)]
}
