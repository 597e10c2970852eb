export { defaultSoundFile } from './default-sounds.ts'
export { soundFileKey } from './model.ts'
export { presentGuildSounds } from './present.ts'
