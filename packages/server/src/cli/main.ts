import { UserError } from '../kernel/user-error.ts'
import { VERSION } from '../platform/package-folder.ts'
import { parseCommandLine } from './command-line.ts'

const EXIT_FAILED = 1
const EXIT_FAULTY_INPUT = 2

/** Runs a command line. Prints the help, a fault of the input, or the error of a command. */
export async function runCommandLine(args: readonly string[]): Promise<void> {
  const line = parseCommandLine(args, { env: process.env, version: VERSION })
  if (line.kind === 'text') process.stdout.write(`${line.text.trimEnd()}\n`)
  else if (line.kind === 'fault') {
    process.stderr.write(`${line.text.trimEnd()}\n`)
    process.exitCode = EXIT_FAULTY_INPUT
  } else await line.run().catch(fail)
}

function fail(error: unknown): never {
  if (error instanceof UserError) process.stderr.write(`${error.message}\n`)
  else process.stderr.write(`Guildhall could not start: ${error instanceof Error ? error.stack : String(error)}\n`)
  process.exit(error instanceof UserError ? error.exitCode : EXIT_FAILED)
}
