import { suggestion } from '../validation/closest-word.ts'
import type { Given } from './command.ts'
import { COMMANDS } from './commands/index.ts'
import { helpText } from './help.ts'
import { splitAt } from './options/option-reader.ts'

/** Parsed command line: a command to run, or a text to print. */
export type CommandLine =
  | { readonly kind: 'run'; readonly name: string; readonly run: () => Promise<void> }
  /** To be printed on stdout; exit 0. */
  | { readonly kind: 'text'; readonly text: string }
  /** To be printed on stderr; exit 2. */
  | { readonly kind: 'fault'; readonly text: string }

interface CommandLineSurroundings {
  readonly env: Given['env']
  /** Version of this program, for `--version`. */
  readonly version: string
}

const SHORT: Readonly<Record<string, string>> = { '-h': '--help', '-v': '--version', '-V': '--version' }

/** Reads the arguments after the program's name. Pure; of an option given twice the last one counts. */
export function parseCommandLine(argv: readonly string[], { env, version }: CommandLineSurroundings): CommandLine {
  // The command after `--` has its own options.
  const [own, program] = splitAt(argv, '--')
  const args = own.map((entry) => SHORT[entry] ?? entry)
  const [first] = args
  if (first === undefined || args.includes('--help') || first === 'help')
    return { kind: 'text', text: helpText(COMMANDS) }
  if (args.includes('--version')) return { kind: 'text', text: `guildhall ${version}` }
  // Without a command the options are those of start.
  const name = first.startsWith('-') ? 'start' : first
  const command = COMMANDS.find((entry) => entry.name === name)
  if (!command) {
    const names = COMMANDS.map((entry) => entry.name)
    return fault(`There is no command ${JSON.stringify(name)}${suggestion(name, [...names, 'help'])}`)
  }
  if (program !== null && !command.takesProgram) return fault('Only the command run takes --')
  const prepared = command.prepare({ args: first === name ? args.slice(1) : args, program, env })
  return typeof prepared === 'string' ? fault(prepared) : { kind: 'run', name, run: prepared.run }
}

function fault(text: string): CommandLine {
  return { kind: 'fault', text: `${text}${/[.?]$/.test(text) ? '' : '.'}\nSee guildhall --help.` }
}
