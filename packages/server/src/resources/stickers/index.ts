export { presentGuildStickers } from './present.ts'
export { stickersToSend } from './send.ts'
export { standardStickerFile } from './standard.ts'
export { listOfGuild as listGuildStickers } from './store.ts'
