import { operation } from '../../../../kernel/operation.ts'
import { Optional, Type } from '../../../../validation/schema.ts'
import { operatorOf } from '../../operators/index.ts'
import { saveSettings } from '../actions/save.ts'
import type { InstanceSettings } from '../model.ts'
import { SETTINGS } from '../model.ts'
import { presentSettings, SettingsObject } from '../present.ts'

const fields = Object.fromEntries(Object.entries(SETTINGS).map(([name, { schema }]) => [name, Optional(schema)]))

/** Update Instance Settings: changes what is given, at once. */
export const updateInstanceSettings = operation({
  id: 'update_instance_settings',
  method: 'PATCH',
  path: '/admin/settings',
  callers: ['operator', 'person'],
  unlisted: true,
  body: Type.Object(fields),
  onlyKnownFields: true,
  responses: { 200: SettingsObject },

  async run({ body, ...request }) {
    const operator = await operatorOf(request, 'admin', { fresh: true })
    const settings = await saveSettings(request.work, operator, body as Partial<InstanceSettings>)
    return presentSettings(settings, request.work.hosting.settings)
  },
})
