import { operation } from '../../../../kernel/operation.ts'
import { Type } from '../../../../validation/schema.ts'

/**
 * Get Activity Domain: the host under which each activity has its own name, `{application id}.{domain}`, with its
 * port and without a scheme. Clients use the scheme of the page that embeds the activity.
 */
export const getActivityDomain = operation({
  id: 'get_activity_domain',
  method: 'GET',
  path: '/activities/domain',
  callers: ['anyone'],
  unlisted: true,
  responses: { 200: Type.Object({ domain: Type.String() }) },

  async run({ platform }) {
    return { domain: platform.addresses.activities }
  },
})
