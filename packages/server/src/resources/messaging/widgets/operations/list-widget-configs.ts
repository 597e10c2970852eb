import { WidgetConfigObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { Type } from '../../../../validation/schema.ts'
import { claimedGame } from '../actions/configs.ts'
import { presentConfig } from '../present.ts'
import { WidgetConfigsParams } from '../requests.ts'
import * as store from '../store.ts'

/** List Application Widget Configs, for the owner of a game. [STA-1] */
export const listWidgetConfigs = operation({
  id: 'list_widget_configs',
  method: 'GET',
  path: '/applications/:application_id/widget-configs',
  callers: ['person'],
  unlisted: true,
  params: WidgetConfigsParams,
  responses: { 200: Type.Array(WidgetConfigObject) },

  async run({ caller, params, work }) {
    const { id } = await claimedGame(work, caller, params.application_id)
    return (await store.listConfigs(work, id)).map(presentConfig)
  },
})
