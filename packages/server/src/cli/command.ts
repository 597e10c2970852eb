import type { Options } from './options/option-reader.ts'

/** Arguments after the name of a command, the words after `--` (null without it), and the environment. */
export interface Given {
  readonly args: readonly string[]
  readonly program: readonly string[] | null
  readonly env: Readonly<Record<string, string | undefined>>
}

/** Facts of a command for the help and for the completion of shells. */
interface CommandFacts {
  readonly name: string
  /** Arguments after the name. */
  readonly usage: string
  /** Lines of the help. */
  readonly help: readonly string[]
  readonly options: Options<never>
  /** Title over the options in the help; null if another command lists the same ones. */
  readonly title: string | null
  /** Words that may follow the name. */
  readonly words?: readonly string[]
  /** Whether files may follow, besides the values of options. */
  readonly takesFiles?: boolean
  /** Whether a program with arguments may follow `--`. */
  readonly takesProgram?: boolean
  /** Lines at the end of the help. */
  readonly notes?: readonly string[]
}

/** A command of the terminal. */
export interface Command<O> extends CommandFacts {
  /** Parses the arguments. Returns the fault as text. Pure. */
  parse(given: Given): { readonly options: O } | string
  /** Imports its code when it is called, so that no command waits for the code of another one. */
  run(options: O): Promise<void>
}

/** A command without the type of its options, for the list of all. */
export interface ListedCommand extends CommandFacts {
  /** Parses the arguments, and returns how the command runs with them, or the fault as text. Pure. */
  prepare(given: Given): { readonly run: () => Promise<void> } | string
}

/** Returns a command for the list of all commands. */
export function listed<O>(command: Command<O>): ListedCommand {
  return {
    ...command,
    prepare(given) {
      const parsed = command.parse(given)
      return typeof parsed === 'string' ? parsed : { run: () => command.run(parsed.options) }
    },
  }
}
