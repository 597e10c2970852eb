import { operation } from '../../../kernel/operation.ts'
import { CommandIndex, offersOfUser, presentOffers } from '../actions/offers.ts'

/** Commands of the applications that a person has added to their own account. */
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
