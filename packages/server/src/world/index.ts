export { demoWorld } from './demo-world.ts'
export type { WorldFault } from './faults.ts'
export {
  type FilledApplication,
  type FilledBot,
  type FilledChannel,
  type FilledEmoji,
  type FilledGuild,
  type FilledGuildBot,
  type FilledRole,
  type FilledUser,
  type FilledWorld,
  fillWorld,
  readyWorld,
  type SecretKind,
  type WorldSource,
} from './fill-world.ts'
export { findWorld, forgetWorldSecrets, type KeptWorld, takeFormerWorld } from './keep-world.ts'
export { idInToken, idPart } from './token-id.ts'
export type * from './world.ts'
export { type WorldDirectory, withStatedSecrets } from './world-directory.ts'
export { checkWorld, parseWorld, readWorldFile, WorldError } from './world-file.ts'
export { EVERYONE } from './world-references.ts'
export { randomWorldSource } from './world-source.ts'
