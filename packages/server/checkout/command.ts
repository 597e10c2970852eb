import { builtOrSource } from './built.ts'

type Module = typeof import('../src/cli/command.ts')

export const { runCommandLine } = (await import(builtOrSource('cli/command'))) as Module
