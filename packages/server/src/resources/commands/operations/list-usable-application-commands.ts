import { channelForCaller } from '../../../access/channel.ts'
import { operation } from '../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../validation/schema.ts'

import { CommandIndex, offersInChannel, presentOffers } from '../actions/offers.ts'

/** What a person can use in a channel: the commands, and the applications they belong to. */
export const listUsableApplicationCommands = operation({
  id: 'list_usable_application_commands',
  method: 'GET',
  path: '/channels/:channel_id/application-command-index',
  callers: ['person'],
  unlisted: true,
  params: Type.Object({ channel_id: SnowflakeId }),
  responses: { 200: CommandIndex },

  async run({ caller, params, locale, work }) {
    const place = await channelForCaller(work, caller, params.channel_id)
    return presentOffers(await offersInChannel(work, place, caller.userId), locale())
  },
})
