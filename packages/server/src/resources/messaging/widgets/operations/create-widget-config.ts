import { WidgetConfigObject } from '@guildhall/protocol'
import { HttpResponse, operation } from '../../../../kernel/operation.ts'
import { claimedGame, createConfig } from '../actions/configs.ts'
import { presentConfig } from '../present.ts'
import { NewWidgetConfig, WidgetConfigsParams } from '../requests.ts'

/** Create Application Widget Config: a draft, which only the owner of the game sees. [STA-1] */
export const createWidgetConfig = operation({
  id: 'create_widget_config',
  method: 'POST',
  path: '/applications/:application_id/widget-configs',
  callers: ['person'],
  unlisted: true,
  params: WidgetConfigsParams,
  body: NewWidgetConfig,
  responses: { 201: WidgetConfigObject },

  async run({ caller, params, body, work }) {
    const { id } = await claimedGame(work, caller, params.application_id)
    return new HttpResponse(201, presentConfig(await createConfig(work, id, body)))
  },
})
