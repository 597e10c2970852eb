import { UserSettingsObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { presentSettings } from '../present.ts'
import { getClientSettings } from '../settings-store.ts'
import * as store from '../store.ts'

/** Get User Settings. */
export const getMySettings = operation({
  id: 'get_my_settings',
  method: 'GET',
  path: '/users/@me/settings',
  callers: ['person'],
  unlisted: true,
  responses: { 200: UserSettingsObject },

  async run({ caller, work }) {
    const user = (await store.findUser(work, caller.userId)) ?? caller.user
    return presentSettings(user, await getClientSettings(work, user.id))
  },
})
