import { ApiError } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { Type } from '../../../../validation/schema.ts'
import { findApplication } from '../../../accounts/applications/index.ts'
import { ticketOf } from '../actions/ticket.ts'
import { ApplicationParams } from '../requests.ts'

/** Returns a signed statement about the person's entitlements for the server of a game. */
export const createEntitlementTicket = operation({
  id: 'create_entitlement_ticket',
  method: 'POST',
  path: '/users/@me/applications/:application_id/entitlement-ticket',
  callers: ['person'],
  unlisted: true,
  params: ApplicationParams,
  responses: { 200: Type.Object({ ticket: Type.String() }) },
  limit: { limit: 30, windowMs: 60_000 },

  async run({ caller, params, work }) {
    const application = await findApplication(work, params.application_id)
    if (!application) throw new ApiError('UNKNOWN_APPLICATION')
    return { ticket: await ticketOf(work, caller, application, { withUser: false }) }
  },
})
