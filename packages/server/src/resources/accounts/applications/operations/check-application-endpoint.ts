import { applicationForCaller } from '../../../../access/application.ts'
import { operation } from '../../../../kernel/operation.ts'
import { OneOf, Text, Type } from '../../../../validation/schema.ts'
import { checkEndpoint } from '../actions/verify-endpoints.ts'
import { ApplicationParams, Url } from '../requests.ts'

const Step = Type.Object({
  name: OneOf('ping', 'forged_ping'),
  passed: Type.Boolean(),
  detail: Text(1, 1_000),
})

/** Check Application Endpoint: what a save would find, step by step, without saving. [SVC-11] [EVT-15] */
export const checkApplicationEndpoint = operation({
  id: 'check_application_endpoint',
  method: 'POST',
  path: '/applications/:application_id/endpoint-checks',
  callers: ['person'],
  unlisted: true,
  params: ApplicationParams,
  body: Type.Object({ field: OneOf('interactions_endpoint_url', 'event_webhooks_url'), url: Url }),
  responses: { 200: Type.Object({ steps: Type.Array(Step) }) },
  limit: { limit: 10, windowMs: 60_000 },
  writes: false,

  async before({ caller, params, body, platform }) {
    const actor = { userId: caller.userId, reason: null }
    const application = await platform.units.read(actor, (work) =>
      applicationForCaller(work, caller, params.application_id),
    )
    return checkEndpoint(platform, application, caller.user, body)
  },

  async run({ prepared }) {
    return { steps: prepared }
  },
})
