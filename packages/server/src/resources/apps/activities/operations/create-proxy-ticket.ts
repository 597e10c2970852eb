import { operation } from '../../../../kernel/operation.ts'
import { Nullable, Optional, Text, Type } from '../../../../validation/schema.ts'
import { checkTicketHolder } from '../actions/proxy-tickets.ts'
import { ActivityParams } from '../requests.ts'

/**
 * Create Proxy Ticket, for a person who opens an activity. With it the proxy signs requests, so that the activity's
 * server knows the person.
 */
export const createProxyTicket = operation({
  id: 'create_proxy_ticket',
  method: 'POST',
  path: '/applications/:application_id/proxy-tickets',
  callers: ['person'],
  unlisted: true,
  writes: false,
  params: ActivityParams,
  body: Optional(Type.Object({ instance_id: Optional(Nullable(Text(1, 200))) })),
  responses: { 200: Type.Object({ ticket: Type.String() }) },

  async run({ caller, params, body, work, platform }) {
    const holder = {
      applicationId: params.application_id,
      userId: caller.userId,
      instanceId: body?.instance_id ?? null,
    }
    await checkTicketHolder(work, holder)
    return { ticket: platform.proxyTickets.issue(holder) }
  },
})
