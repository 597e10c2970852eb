export { demoWorld } from './demo-world.ts'

export {
  type FilledWorld,
  fillWorld,
  readyWorld,
} from './fill-world.ts'
export { findWorld, forgetWorldSecrets, takeFormerWorld } from './keep-world.ts'

export { hasUsers } from './store.ts'
export type * from './world.ts'
export { WORLD_MESSAGES_MAX, WORLD_THREADS_MAX } from './world-channel.ts'
export { type WorldDirectory, withStatedSecrets } from './world-directory.ts'
export { checkWorld, readWorldFile, WORLD_FILE_MAX_BYTES, WorldError } from './world-file.ts'

export { WORLD_IMAGE_MAX_BYTES } from './world-guild.ts'
export { bytesOf, imageFault, stickerFault } from './world-pictures.ts'
export { randomWorldSource } from './world-source.ts'
