import { StickerPackObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { Type } from '../../../../validation/schema.ts'
import { presentStickerPack } from '../present.ts'
import { STICKER_PACKS } from '../standard-stickers.ts'

/** List Sticker Packs that every user has. */
export const listStickerPacks = operation({
  id: 'list_sticker_packs',
  method: 'GET',
  path: '/sticker-packs',
  callers: ['anyone'],
  responses: { 200: Type.Object({ sticker_packs: Type.Array(StickerPackObject) }) },

  run: async () => ({ sticker_packs: STICKER_PACKS.map(presentStickerPack) }),
})
