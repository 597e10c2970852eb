import { demand, has, MESSAGES_PAGE_MAX, MessageObject, Permission } from '@guildhall/protocol'
import { channelForCaller } from '../../../../access/channel.ts'
import { operation } from '../../../../kernel/operation.ts'
import { Int, Optional, SnowflakeId, Type } from '../../../../validation/schema.ts'
import { renderedPage } from '../actions/rendered-page.ts'
import { mayReadVoiceText } from '../rules.ts'
import type { MessageWindow } from '../store.ts'

const PAGE_DEFAULT = 50

/** Get Channel Messages: newest first. Empty without READ_MESSAGE_HISTORY. [PRM-24] */
export const listMessages = operation({
  id: 'list_messages',
  method: 'GET',
  path: '/channels/:channel_id/messages',
  callers: ['bot', 'person'],
  params: Type.Object({ channel_id: SnowflakeId }),
  query: Type.Object({
    around: Optional(SnowflakeId),
    before: Optional(SnowflakeId),
    after: Optional(SnowflakeId),
    limit: Optional(Int(1, MESSAGES_PAGE_MAX)),
  }),
  responses: { 200: Type.Array(MessageObject) },

  async run({ caller, params, query, work, platform }) {
    const { channel, permissions } = await channelForCaller(work, caller, params.channel_id)
    demand(mayReadVoiceText(channel.type, permissions))
    if (!has(permissions, Permission.READ_MESSAGE_HISTORY)) return []
    const page = { channelId: channel.id, window: windowOf(query), limit: query.limit ?? PAGE_DEFAULT }
    return renderedPage(work, caller, page, platform.attachmentUrls)
  },
})

function windowOf(query: { around?: bigint; before?: bigint; after?: bigint }): MessageWindow {
  if (query.around !== undefined) return { around: query.around }
  if (query.before !== undefined) return { before: query.before }
  if (query.after !== undefined) return { after: query.after }
  return { newest: true }
}
