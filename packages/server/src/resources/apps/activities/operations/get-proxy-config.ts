import { ProxyConfigObject } from '@guildhall/protocol'
import { applicationForCaller } from '../../../../access/application.ts'
import { operation } from '../../../../kernel/operation.ts'
import { ActivityParams } from '../requests.ts'

/** Get Proxy Config: the URL mappings of an activity, for its owner. */
export const getProxyConfig = operation({
  id: 'get_proxy_config',
  method: 'GET',
  path: '/applications/:application_id/proxy-config',
  callers: ['person'],
  unlisted: true,
  params: ActivityParams,
  responses: { 200: ProxyConfigObject },

  async run({ caller, params, work }) {
    const { url_map } = await applicationForCaller(work, caller, params.application_id)
    return { url_map: [...url_map] }
  },
})
