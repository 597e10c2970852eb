import { StickerPackObject } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { Type } from '../../../validation/schema.ts'
import { presentPack } from '../present.ts'
import { PACKS } from '../standard.ts'

/** List Sticker Packs: those that everybody has. */
export const listStickerPacks = operation({
  id: 'list_sticker_packs',
  method: 'GET',
  path: '/sticker-packs',
  callers: ['anyone'],
  responses: { 200: Type.Object({ sticker_packs: Type.Array(StickerPackObject) }) },

  run: async () => ({ sticker_packs: PACKS.map(presentPack) }),
})
