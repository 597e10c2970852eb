import { ChannelObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { Type } from '../../../../validation/schema.ts'
import { listUsers } from '../../../accounts/users/index.ts'
import { listOpenDms } from '../dm-store.ts'
import { presentDm } from '../present.ts'

/** Returns the open DMs of a person, for their own client. */
export const listMyChannels = operation({
  id: 'list_my_channels',
  method: 'GET',
  path: '/users/@me/channels',
  callers: ['person'],
  unlisted: true,
  responses: { 200: Type.Array(ChannelObject) },

  async run({ caller, work }) {
    const channels = await listOpenDms(work, caller.userId)
    const users = await listUsers(
      work,
      channels.flatMap((channel) => channel.recipient_ids),
    )
    return channels.map((channel) =>
      presentDm(
        channel,
        caller.userId,
        channel.recipient_ids.flatMap((id) => users.get(id) ?? []),
      ),
    )
  },
})
