import { has, MessagePinsObject, Permission, PINS_PAGE_MAX, wireTime } from '@guildhall/protocol'
import { channelForCaller } from '../../../../access/channel.ts'
import { operation } from '../../../../kernel/operation.ts'
import { Int, Optional, Timestamp, Type } from '../../../../validation/schema.ts'
import { hydrateMessages } from '../actions/hydrate.ts'
import { presentMessageForCaller } from '../content-present.ts'
import { ChannelParams } from '../requests.ts'
import { listPinnedMessages } from '../store.ts'

/** Get Channel Pins: pages of pinned messages, newest pin first. [END-56] */
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
    const found = await listPinnedMessages(work, channel.id, query.before ?? null, limit + 1)
    const page = await hydrateMessages(work, found.slice(0, limit), caller.userId)
    return {
      items: page.map((hydrated) => ({
        pinned_at: wireTime(hydrated.message.pinned_at ?? 0),
        message: presentMessageForCaller(caller, hydrated, platform.attachmentUrls),
      })),
      has_more: found.length > limit,
    }
  },
})
