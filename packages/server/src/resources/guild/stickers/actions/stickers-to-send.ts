import { ApiError, demand, type Snowflake, type StickerItemObject } from '@guildhall/protocol'
import type { Work } from '../../../../kernel/work.ts'
import { findMember } from '../../members/index.ts'
import { presentStickerItem } from '../present.ts'
import { maySendSticker } from '../rules.ts'
import { findStandardSticker } from '../standard-stickers.ts'
import * as store from '../store.ts'

/**
 * Returns the sticker items of a message.
 *
 * @throws ApiError INVALID_STICKER (50081) for an unknown sticker, CANNOT_SEND_STICKER (50600) for one that the sender
 *   cannot use
 */
export async function stickersToSend(
  work: Work,
  sender: { authorId: Snowflake; permissions: bigint; guildId: Snowflake | null },
  ids: readonly Snowflake[],
): Promise<StickerItemObject[]> {
  if (ids.length === 0) return []
  if (new Set(ids).size !== ids.length) throw new ApiError('INVALID_STICKER')
  const stored = await store.listStickersById(work, ids)
  const items: StickerItemObject[] = []
  for (const id of ids) {
    const sticker = findStandardSticker(id) ?? stored.find((one) => one.id === id)
    if (!sticker) throw new ApiError('INVALID_STICKER')
    const elsewhere = sticker.guild_id !== null && sticker.guild_id !== sender.guildId
    const member = !elsewhere || (await findMember(work, sticker.guild_id ?? 0n, sender.authorId)) !== undefined
    demand(maySendSticker(sticker, { permissions: sender.permissions, guildId: sender.guildId, member }))
    items.push(presentStickerItem(sticker))
  }
  return items
}
