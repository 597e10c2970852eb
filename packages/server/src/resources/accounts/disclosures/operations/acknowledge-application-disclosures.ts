import { operation } from '../../../../kernel/operation.ts'
import { Int, List, SnowflakeId, Type } from '../../../../validation/schema.ts'
import { applicationForCaller } from '../actions/get-application.ts'
import { saveAcknowledged } from '../actions/save.ts'
import { disclosuresOf } from '../model.ts'
import { listAcknowledged } from '../store.ts'

const DISCLOSURES_MAX = 10

/** Notes that the caller has read disclosures. Ignores those that the application does not make. */
export const acknowledgeApplicationDisclosures = operation({
  id: 'acknowledge_application_disclosures',
  method: 'POST',
  path: '/applications/:application_id/disclosures',
  callers: ['bearer', 'person'],
  scope: 'dm_channels.messages.write',
  unlisted: true,
  params: Type.Object({ application_id: SnowflakeId }),
  body: Type.Object({ disclosures: List(Int(0, 100), 0, DISCLOSURES_MAX) }),
  responses: { 200: Type.Object({ disclosures: Type.Array(Type.Integer()) }) },

  async run({ caller, params, body, work }) {
    const application = await applicationForCaller(work, caller, params.application_id)
    const reader = { applicationId: application.id, userId: caller.userId }
    const made = disclosuresOf(application).filter((type) => body.disclosures.includes(type))
    await saveAcknowledged(work, reader, made)
    return { disclosures: await listAcknowledged(work, reader) }
  },
})
