import { WidgetConfigObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { configForCaller, setPublished } from '../actions/configs.ts'
import { presentConfig } from '../present.ts'
import { WidgetConfigParams } from '../requests.ts'

/** Unpublish Application Widget Config. [STA-1] */
export const unpublishWidgetConfig = operation({
  id: 'unpublish_widget_config',
  method: 'POST',
  path: '/applications/:application_id/widget-configs/:config_id/unpublish',
  callers: ['person'],
  unlisted: true,
  params: WidgetConfigParams,
  responses: { 200: WidgetConfigObject },

  async run({ caller, params, work }) {
    return presentConfig(await setPublished(work, await configForCaller(work, caller, params), false))
  },
})
