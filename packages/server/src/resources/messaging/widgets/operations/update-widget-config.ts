import { WidgetConfigObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { configForCaller, editConfig } from '../actions/configs.ts'
import { presentConfig } from '../present.ts'
import { WidgetConfigChanges, WidgetConfigParams } from '../requests.ts'

/** Modify Application Widget Config. A change of a published one takes effect at once. [STA-1] */
export const updateWidgetConfig = operation({
  id: 'update_widget_config',
  method: 'PATCH',
  path: '/applications/:application_id/widget-configs/:config_id',
  callers: ['person'],
  unlisted: true,
  params: WidgetConfigParams,
  body: WidgetConfigChanges,
  responses: { 200: WidgetConfigObject },

  async run({ caller, params, body, work }) {
    return presentConfig(await editConfig(work, await configForCaller(work, caller, params), body))
  },
})
