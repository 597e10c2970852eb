import { operation } from '../../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../../validation/schema.ts'
import { applicationForCaller } from '../actions/get-application.ts'
import { disclosuresOf } from '../model.ts'
import { listAcknowledged } from '../store.ts'

/**
 * Returns the disclosures of an application, and those that the caller has acknowledged. A game's library informs its
 * player before the first message that is visible outside the game.
 */
export const listApplicationDisclosures = operation({
  id: 'list_application_disclosures',
  method: 'GET',
  path: '/applications/:application_id/disclosures',
  callers: ['bearer', 'person'],
  scope: 'dm_channels.messages.write',
  unlisted: true,
  params: Type.Object({ application_id: SnowflakeId }),
  responses: {
    200: Type.Object({
      disclosures: Type.Array(Type.Integer()),
      acked_disclosures: Type.Array(Type.Integer()),
      all_acked: Type.Boolean(),
    }),
  },

  async run({ caller, params, work }) {
    const application = await applicationForCaller(work, caller, params.application_id)
    const disclosures = disclosuresOf(application)
    const acked = await listAcknowledged(work, { applicationId: application.id, userId: caller.userId })
    const all_acked = disclosures.every((type) => acked.includes(type))
    return { disclosures, acked_disclosures: acked, all_acked }
  },
})
