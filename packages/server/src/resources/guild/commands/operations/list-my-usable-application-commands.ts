import { operation } from '../../../../kernel/operation.ts'
import { offersOfUser, presentOffers } from '../actions/offers.ts'
import { CommandIndex } from '../requests.ts'

/** Lists the commands of applications that the user has installed. */
export const listMyUsableApplicationCommands = operation({
  id: 'list_my_usable_application_commands',
  method: 'GET',
  path: '/users/@me/application-command-index',
  callers: ['person'],
  unlisted: true,
  responses: { 200: CommandIndex },

  async run({ caller, locale, work }) {
    return presentOffers(await offersOfUser(work, caller.userId), locale())
  },
})
