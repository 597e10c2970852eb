import { channelForCaller } from '../../../../access/channel.ts'
import { operation } from '../../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../../validation/schema.ts'

import { offersInChannel, presentOffers } from '../actions/offers.ts'
import { CommandIndex } from '../requests.ts'

/** Lists the commands that a user can use in a channel, with their applications. */
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
