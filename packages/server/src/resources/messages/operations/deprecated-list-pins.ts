import { has, MessageObject, Permission, PINS_PAGE_MAX } from '@guildhall/protocol'
import { channelForCaller } from '../../../access/channel.ts'
import { operation } from '../../../kernel/operation.ts'
import { Type } from '../../../validation/schema.ts'

import { presentFor } from '../content.ts'
import { shownMessages } from '../list.ts'
import { ChannelParams } from '../params.ts'
import * as store from '../store.ts'

/** Get Pinned Messages, the former route: the first 50. [END-59] [VER-14] */
export const deprecatedListPins = operation({
  id: 'deprecated_list_pins',
  method: 'GET',
  path: '/channels/:channel_id/pins',
  callers: ['bot', 'person'],
  params: ChannelParams,
  responses: { 200: Type.Array(MessageObject) },
  deprecated: true,

  async run({ caller, params, work, platform }) {
    const { channel, permissions } = await channelForCaller(work, caller, params.channel_id)
    if (!has(permissions, Permission.READ_MESSAGE_HISTORY)) return []
    const found = await store.pinned(work, channel.id, null, PINS_PAGE_MAX)
    return (await shownMessages(work, found, caller.userId)).map((shown) =>
      presentFor(caller, shown, platform.attachmentUrls),
    )
  },
})
