export * from './constants.ts'
export * from './objects/index.ts'
export * as wire from './objects/wire.ts'
