import { builtOrSource } from './built.ts'

type Module = typeof import('../src/command.ts')

export const { runCommandLine } = (await import(builtOrSource('command'))) as Module
