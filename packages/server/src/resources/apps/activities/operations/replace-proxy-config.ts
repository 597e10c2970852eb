import { ProxyConfigObject } from '@guildhall/protocol'
import { applicationForCaller } from '../../../../access/application.ts'
import { operation } from '../../../../kernel/operation.ts'
import { replaceMappings } from '../actions/configure.ts'
import { ActivityParams, ProxyConfig } from '../requests.ts'

/** Replace Proxy Config: all URL mappings of an activity, by its owner. [SVC-1] */
export const replaceProxyConfig = operation({
  id: 'replace_proxy_config',
  method: 'POST',
  path: '/applications/:application_id/proxy-config',
  callers: ['person'],
  unlisted: true,
  params: ActivityParams,
  body: ProxyConfig,
  responses: { 200: ProxyConfigObject },

  async run({ caller, params, body, work }) {
    const { id } = await applicationForCaller(work, caller, params.application_id)
    const { url_map } = await replaceMappings(work, id, body.url_map)
    return { url_map: [...url_map] }
  },
})
