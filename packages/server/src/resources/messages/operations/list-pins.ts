import { has, MessagePinsObject, Permission, PINS_PAGE_MAX, wireTime } from '@guildhall/protocol'
import { channelForCaller } from '../../../access/channel.ts'
import { operation } from '../../../kernel/operation.ts'
import { Int, Optional, Timestamp, Type } from '../../../validation/schema.ts'

import { presentFor } from '../content.ts'
import { shownMessages } from '../list.ts'
import { ChannelParams } from '../params.ts'
import * as store from '../store.ts'

/** Get Channel Pins: the newest pin first, page by page. [END-56] */
export const listPins = operation({
  id: 'list_pins',
  method: 'GET',
  path: '/channels/:channel_id/messages/pins',
  callers: ['bot', 'person'],
  params: ChannelParams,
  query: Type.Object({ before: Optional(Timestamp), limit: Optional(Int(1, PINS_PAGE_MAX)) }),
  responses: { 200: MessagePinsObject },

  async run({ caller, params, query, work, platform }) {
    const { channel, permissions } = await channelForCaller(work, caller, params.channel_id)
    if (!has(permissions, Permission.READ_MESSAGE_HISTORY)) return { items: [], has_more: false }
    const limit = query.limit ?? PINS_PAGE_MAX
    const found = await store.pinned(work, channel.id, query.before ?? null, limit + 1)
    const page = await shownMessages(work, found.slice(0, limit), caller.userId)
    return {
      items: page.map((shown) => ({
        pinned_at: wireTime(shown.message.pinned_at ?? 0),
        message: presentFor(caller, shown, platform.attachmentUrls),
      })),
      has_more: found.length > limit,
    }
  },
})
