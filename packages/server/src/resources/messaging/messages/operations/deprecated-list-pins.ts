import { has, MessageObject, Permission, PINS_PAGE_MAX } from '@guildhall/protocol'
import { channelForCaller } from '../../../../access/channel.ts'
import { operation } from '../../../../kernel/operation.ts'
import { Type } from '../../../../validation/schema.ts'
import { hydrateMessages } from '../actions/hydrate.ts'
import { presentMessageForCaller } from '../content-present.ts'
import { ChannelParams } from '../requests.ts'
import { listPinnedMessages } from '../store.ts'

/** Get Pinned Messages, the deprecated route: the 50 newest pins. [END-59] [VER-14] */
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
    const found = await listPinnedMessages(work, channel.id, null, PINS_PAGE_MAX)
    return (await hydrateMessages(work, found, caller.userId)).map((hydrated) =>
      presentMessageForCaller(caller, hydrated, platform.attachmentUrls),
    )
  },
})
