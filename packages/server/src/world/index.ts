export { demoWorld } from './demo-world.ts'

export {
  type FilledWorld,
  fillWorld,
  readyWorld,
} from './fill-world.ts'
export { findWorld, forgetWorldSecrets, takeFormerWorld } from './keep-world.ts'

export type * from './world.ts'
export { type WorldDirectory, withStatedSecrets } from './world-directory.ts'
export { checkWorld, readWorldFile, WorldError } from './world-file.ts'

export { randomWorldSource } from './world-source.ts'
