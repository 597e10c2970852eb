import { builtOrSource } from './built.ts'

type Module = typeof import('../src/cli/main.ts')

export const { runCommandLine } = (await import(builtOrSource({ bundle: 'command', source: 'cli/main' }))) as Module
