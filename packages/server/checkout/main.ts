import { builtOrSource } from './built.ts'

type Module = typeof import('../src/platform/main.ts')

export type { PlatformConfig, RunningPlatform } from '../src/platform/main.ts'
export const { createPlatform } = (await import(builtOrSource({ bundle: 'main', source: 'platform/main' }))) as Module
