import { createGuildSticker } from './create-guild-sticker.ts'
import { deleteGuildSticker } from './delete-guild-sticker.ts'
import { getGuildSticker } from './get-guild-sticker.ts'
import { getSticker } from './get-sticker.ts'
import { getStickerPack } from './get-sticker-pack.ts'
import { listGuildStickers } from './list-guild-stickers.ts'
import { listStickerPacks } from './list-sticker-packs.ts'
import { updateGuildSticker } from './update-guild-sticker.ts'

export const stickerOperations = [
  createGuildSticker,
  deleteGuildSticker,
  getGuildSticker,
  getStickerPack,
  getSticker,
  listGuildStickers,
  listStickerPacks,
  updateGuildSticker,
]
