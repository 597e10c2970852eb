import { operation } from '../../../../kernel/operation.ts'
import { NoContent } from '../../../../validation/schema.ts'
import { configForCaller } from '../actions/configs.ts'
import { deleteConfig } from '../actions/save.ts'
import { WidgetConfigParams } from '../requests.ts'

/** Delete Application Widget Config. Profiles no longer show the widget. [STA-1] */
export const deleteWidgetConfig = operation({
  id: 'delete_widget_config',
  method: 'DELETE',
  path: '/applications/:application_id/widget-configs/:config_id',
  callers: ['person'],
  unlisted: true,
  params: WidgetConfigParams,
  responses: { 204: NoContent },

  async run({ caller, params, work }) {
    const { id } = await configForCaller(work, caller, params)
    await deleteConfig(work, id)
  },
})
