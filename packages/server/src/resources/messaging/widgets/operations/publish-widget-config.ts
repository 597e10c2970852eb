import { WidgetConfigObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { configForCaller, setPublished } from '../actions/configs.ts'
import { presentConfig } from '../present.ts'
import { WidgetConfigParams } from '../requests.ts'

/** Publish Application Widget Config. [STA-1] */
export const publishWidgetConfig = operation({
  id: 'publish_widget_config',
  method: 'POST',
  path: '/applications/:application_id/widget-configs/:config_id/publish',
  callers: ['person'],
  unlisted: true,
  params: WidgetConfigParams,
  responses: { 200: WidgetConfigObject },

  async run({ caller, params, work }) {
    return presentConfig(await setPublished(work, await configForCaller(work, caller, params), true))
  },
})
