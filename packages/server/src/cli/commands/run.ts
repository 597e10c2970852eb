import type { Command, Given } from '../command.ts'
import { parseTarget, TARGET_OPTIONS } from '../options/target-options.ts'
import type { RunOptions } from '../run/run-program.ts'

/** `guildhall run`: a program against a platform. */
export const run: Command<RunOptions> = {
  name: 'run',
  usage: '[options] -- COMMAND',
  help: ['run a program of the public platform, unchanged, against this one'],
  title: 'Options of run and env:',
  options: TARGET_OPTIONS,
  takesProgram: true,
  parse,
  run: async (options) => (await import('../run/run-program.ts')).runProgram(options),
}

function parse({ args, program: given, env }: Given): { options: RunOptions } | string {
  const target = parseTarget(args, env)
  if (typeof target === 'string') return target
  const [program, ...rest] = given ?? []
  // Empty too where a script uses a variable that is not set.
  if (!program) return 'run needs a command after --: guildhall run -- node bot.js'
  return { options: { ...target.options, command: [program, ...rest] } }
}
