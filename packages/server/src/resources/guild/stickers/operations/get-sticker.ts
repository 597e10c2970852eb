import { ApiError, StickerObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../../validation/schema.ts'
import { presentStandardSticker, presentSticker } from '../present.ts'
import { findStandardSticker } from '../standard-stickers.ts'
import * as store from '../store.ts'

/** Get Sticker: a standard one, or one of any guild, since users see stickers of other guilds in messages. */
export const getSticker = operation({
  id: 'get_sticker',
  method: 'GET',
  path: '/stickers/:sticker_id',
  callers: ['bot', 'person'],
  params: Type.Object({ sticker_id: SnowflakeId }),
  responses: { 200: StickerObject },

  async run({ params, work }) {
    const standard = findStandardSticker(params.sticker_id)
    if (standard) return presentStandardSticker(standard)
    const [sticker] = await store.listStickersById(work, [params.sticker_id])
    if (!sticker) throw new ApiError('UNKNOWN_STICKER')
    return presentSticker(sticker)
  },
})
