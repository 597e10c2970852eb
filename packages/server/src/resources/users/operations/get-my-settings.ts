import { UserSettingsObject } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { presentSettings } from '../present.ts'
import * as store from '../store.ts'

/** Get User Settings: those that the platform itself follows. */
export const getMySettings = operation({
  id: 'get_my_settings',
  method: 'GET',
  path: '/users/@me/settings',
  callers: ['person'],
  unlisted: true,
  responses: { 200: UserSettingsObject },

  async run({ caller, work }) {
    return presentSettings((await store.findUser(work, caller.userId)) ?? caller.user)
  },
})
