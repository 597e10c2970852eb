import { builtOrSource } from './built.ts'

type Module = typeof import('../src/main.ts')

export type { PlatformConfig, RunningPlatform } from '../src/main.ts'
export const { createPlatform } = (await import(builtOrSource('main'))) as Module
