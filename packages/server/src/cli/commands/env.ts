import type { Command } from '../command.ts'
import { parseTarget, TARGET_OPTIONS, type TargetOptions } from '../options/target-options.ts'

/** `guildhall env`: the variables that `run` sets. */
export const env: Command<TargetOptions> = {
  name: 'env',
  usage: '[options]',
  help: ['print the variables that run sets, and serve until Ctrl+C'],
  title: null,
  options: TARGET_OPTIONS,
  parse: ({ args, env: variables }) => parseTarget(args, variables),
  run: async (options) => (await import('../run/print-environment.ts')).printEnvironment(options),
}
