import { Intent, type Snowflake } from '@guildhall/protocol'
import { eventType } from '../../../kernel/event.ts'
import type { StoredSticker } from '../../../kernel/model.ts'
import { presentSticker } from './present.ts'

/** Sent with all stickers of a guild after one of them changed. */
export const guildStickersUpdate = eventType<{ guildId: Snowflake; stickers: readonly StoredSticker[] }>({
  key: 'stickers.changed',
  name: 'GUILD_STICKERS_UPDATE',
  intents: () => Intent.GUILD_EXPRESSIONS,
  visibleTo: () => true,
  present: ({ guildId, stickers }) => ({
    guild_id: guildId.toString(),
    stickers: stickers.map((sticker) => presentSticker(sticker)),
  }),
  apply: (view, { stickers }) => {
    view.stickers.clear()
    for (const sticker of stickers) view.stickers.set(sticker.id, sticker)
  },
})
