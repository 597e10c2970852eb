import { suggestion } from '../validation/closest-word.ts'
import { CLIENT_OPTIONS, type ClientOptions, parseClientOptions } from './client-command-line.ts'
import { type CompletedCommand, completionScript, SHELLS } from './completion.ts'
import { DOCTOR_OPTIONS, type DoctorOptions, parseDoctorOptions } from './doctor-command-line.ts'
import { MCP_OPTIONS, type McpOptions, parseMcpOptions } from './mcp-command-line.ts'
import { type Options, oneOf, optionRows, splitAt } from './option-reader.ts'
import {
  parseEnvOptions,
  parseRunOptions,
  type RunOptions,
  TARGET_OPTIONS,
  type TargetOptions,
} from './run-command-line.ts'
import {
  FILES_OPTIONS,
  PIN_SPLIT_DATE,
  parseFilesOptions,
  parseStartOptions,
  START_OPTIONS,
  type StartOptions,
} from './start-command-line.ts'
import { parseTailOptions, TAIL_OPTIONS, type TailOptions } from './tail-command-line.ts'
import { parseWorldOptions, WORLD_ACTIONS, WORLD_OPTIONS, type WorldOptions } from './world-command-line.ts'

export type CommandLine =
  | { command: 'start'; options: StartOptions }
  /** To list the files that no row refers to, and to delete them if asked to. */
  | { command: 'files'; options: StartOptions; remove: boolean }
  /** To print the tape of a platform. */
  | { command: 'tail'; options: TailOptions }
  /** To run a local client. */
  | { command: 'client'; options: ClientOptions }
  /** To run a program against a platform. */
  | { command: 'run'; options: RunOptions }
  /** To print the variables that `run` sets. */
  | { command: 'env'; options: TargetOptions }
  /** To check a world file, or to write one. */
  | { command: 'world'; options: WorldOptions }
  /** To serve editors and agents. */
  | { command: 'mcp'; options: McpOptions }
  /** To check this machine. */
  | { command: 'doctor'; options: DoctorOptions }
  /** To be printed on stdout; exit 0. */
  | { command: 'help'; text: string }
  /** To be printed on stderr; exit 2. */
  | { command: 'error'; text: string }

export interface CommandLineSurroundings {
  env: Readonly<Record<string, string | undefined>>
  /** Of this program, for `--version`. */
  version: string
}

/** Arguments after the name of a command, and the command after `--`; null without. */
interface Given {
  args: readonly string[]
  program: readonly string[] | null
  env: CommandLineSurroundings['env']
}

/** A command: how it is read, and what the help says about it. */
interface Command {
  /** Arguments after the name. */
  readonly usage: string
  /** Lines of the help. */
  readonly help: readonly string[]
  readonly options: Options<unknown>
  /** Words that may follow the name, for the completion. */
  readonly words?: readonly string[]
  parse(given: Given): CommandLine
}

/** Every command, in the order of the help. */
const COMMANDS: Readonly<Record<string, Command>> = {
  start: {
    usage: '[options]',
    help: ['start a platform; npm start -- [options] from a checkout'],
    options: START_OPTIONS,
    parse: ({ args, env }) => taken('start', parseStartOptions(args, env)),
  },
  run: {
    usage: '[options] -- COMMAND',
    help: ['run a program of the public platform, unchanged, against this one'],
    options: TARGET_OPTIONS,
    parse: ({ args, program, env }) => taken('run', parseRunOptions(args, { program, env })),
  },
  env: {
    usage: '[options]',
    help: ['print the variables that run sets, and serve until Ctrl+C'],
    options: TARGET_OPTIONS,
    parse: ({ args, env }) => taken('env', parseEnvOptions(args, env)),
  },
  client: {
    usage: '[options]',
    help: ['serve the games on this computer for a person: RPC over IPC'],
    options: CLIENT_OPTIONS,
    parse: ({ args, env }) => taken('client', parseClientOptions(args, env)),
  },
  files: {
    usage: '[--delete]',
    help: [
      'list, or delete, stored files that nothing refers to;',
      `takes ${Object.keys(FILES_OPTIONS)
        .filter((name) => name !== 'delete')
        .map((name) => `--${name}`)
        .join(', ')}; the server must be stopped`,
    ],
    options: FILES_OPTIONS,
    parse: ({ args, env }) => taken('files', parseFilesOptions(args, env)),
  },
  tail: {
    usage: '[options]',
    help: ['print requests, gateway frames and events of a platform as they come'],
    options: TAIL_OPTIONS,
    parse: ({ args }) => taken('tail', parseTailOptions(args)),
  },
  doctor: {
    usage: '[options]',
    help: ['check this machine, and a running platform; exit code 1 where something cannot work'],
    options: DOCTOR_OPTIONS,
    parse: ({ args, env }) => taken('doctor', parseDoctorOptions(args, env)),
  },
  world: {
    usage: 'from-guild GUILD [options]',
    help: ['write a world file of a guild, which it reads with the token of a bot;', 'world check FILE checks one'],
    options: WORLD_OPTIONS,
    words: WORLD_ACTIONS,
    parse: ({ args, env }) => taken('world', parseWorldOptions(args, env)),
  },
  mcp: {
    usage: '[options]',
    help: ['serve the Model Context Protocol on stdin and stdout, for editors and agents'],
    options: MCP_OPTIONS,
    parse: ({ args, env }) => taken('mcp', parseMcpOptions(args, env)),
  },
  completion: {
    usage: SHELLS.join('|'),
    help: ['print the completion for a shell'],
    options: {},
    words: SHELLS,
    parse: ({ args }) => completion(args),
  },
}

/** Tables of options that the help lists, by their title. */
const SECTIONS: readonly (readonly [string, Options<unknown>])[] = [
  ['Options of start, with what holds without them in brackets:', START_OPTIONS],
  ['Options of run and env:', TARGET_OPTIONS],
  ['Options of client:', CLIENT_OPTIONS],
  ['Options of tail:', TAIL_OPTIONS],
  ['Options of doctor:', DOCTOR_OPTIONS],
  ['Options of world from-guild:', WORLD_OPTIONS],
  ['Options of mcp:', MCP_OPTIONS],
]

const SHORT: Record<string, string> = { '-h': '--help', '-v': '--version', '-V': '--version' }

/** Reads the arguments after the program's name. Pure; of an option given twice the last one counts. */
export function parseCommandLine(argv: readonly string[], { env, version }: CommandLineSurroundings): CommandLine {
  // The command after `--` has options of its own.
  const [own, program] = splitAt(argv, '--')
  const args = own.map((entry) => SHORT[entry] ?? entry)
  const [first] = args
  if (first === undefined || args.includes('--help') || first === 'help') return { command: 'help', text: helpText() }
  if (args.includes('--version')) return { command: 'help', text: `guildhall ${version}` }
  // Without a command the options are those of start.
  const name = first.startsWith('-') ? 'start' : first
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command)
    return refusal(`There is no command ${JSON.stringify(name)}${suggestion(name, [...Object.keys(COMMANDS), 'help'])}`)
  if (program !== null && name !== 'run') return refusal('Only the command run takes --')
  return command.parse({ args: first === name ? args.slice(1) : args, program, env })
}

type Named<C extends CommandLine['command']> = Extract<CommandLine, { command: C }>

function taken<C extends 'start' | 'run' | 'env' | 'client' | 'files' | 'tail' | 'doctor' | 'world' | 'mcp'>(
  command: C,
  parsed: Omit<Named<C>, 'command'> | string,
): CommandLine {
  return typeof parsed === 'string' ? refusal(parsed) : ({ command, ...parsed } as Named<C>)
}

function completion([name = '', ...more]: readonly string[]): CommandLine {
  const shell = SHELLS.find((entry) => entry === name)
  if (!shell || more.length > 0) return refusal(`The shell ${oneOf(SHELLS, [name, ...more].join(' '))}`)
  return { command: 'help', text: completionScript(shell, completedCommands()) }
}

function completedCommands(): CompletedCommand[] {
  return Object.entries(COMMANDS).map(([name, { help, words = [], options }]) => ({
    ...{ name, words, options },
    help: help[0] ?? '',
  }))
}

function refusal(text: string): CommandLine {
  return { command: 'error', text: `${text}${/[.?]$/.test(text) ? '' : '.'}\nSee guildhall --help.` }
}

const LINE_COLUMNS = 38

function helpText(): string {
  const usages = Object.entries(COMMANDS).flatMap(([name, { usage, help }]) =>
    help.map((line, index) => `${(index === 0 ? `  guildhall ${name} ${usage}` : '').padEnd(LINE_COLUMNS)}  ${line}`),
  )
  const sections = SECTIONS.map(([title, options]) => [title, optionRows(options)] as const)
  const general: [string, string][] = [
    ['--help', 'this page'],
    ['--version', 'the version'],
  ]
  const width = Math.max(...sections.flatMap(([, rows]) => rows.map(([option]) => option.length)))
  const lines = (rows: readonly [string, string][]) =>
    rows.map(([option, help]) => `  ${option.padEnd(width)}  ${help}`)
  return [
    'Guildhall: a platform of your own for bots, apps, activities and games.',
    '',
    ...usages,
    ...sections.flatMap(([title, rows]) => ['', title, ...lines(rows)]),
    '',
    ...lines(general),
    '',
    `${PIN_SPLIT_DATE} in the environment: 2026-01-12 or 2026-02-23 (the later).`,
  ].join('\n')
}
