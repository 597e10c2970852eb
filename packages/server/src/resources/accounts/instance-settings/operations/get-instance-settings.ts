import { operation } from '../../../../kernel/operation.ts'
import { operatorOf } from '../../operators/index.ts'
import { presentSettings, SettingsObject } from '../present.ts'
import { settingsOf } from '../store.ts'

/** Get Instance Settings: all settings, and which of them the environment gives. */
export const getInstanceSettings = operation({
  id: 'get_instance_settings',
  method: 'GET',
  path: '/admin/settings',
  callers: ['operator', 'person'],
  unlisted: true,
  responses: { 200: SettingsObject },

  async run(request) {
    await operatorOf(request, 'admin')
    return presentSettings(await settingsOf(request.work), request.work.hosting.settings)
  },
})
