export { stickersToSend } from './actions/stickers-to-send.ts'
export { standardStickerFile } from './standard-stickers.ts'
