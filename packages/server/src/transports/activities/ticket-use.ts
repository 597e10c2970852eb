import type { IncomingMessage } from 'node:http'
import type { Snowflake } from '@guildhall/protocol'
import type { ProxyTicket, ProxyTickets } from '../../kernel/proxy-tickets.ts'
import { SYSTEM_ACTOR, type Units } from '../../kernel/units.ts'
import { isTicketRenewable } from '../../resources/apps/activities/index.ts'
import { cookieOfTicket, ticketsOf } from './ticket-place.ts'

/** Ticket of a request, and the cookie that keeps it for the next requests. */
export interface UsedTicket {
  readonly ticket: ProxyTicket
  readonly cookies: readonly string[]
}

/** Returns the valid ticket of a request for an activity; null without one. Renews a ticket that is in use. */
export async function useTicket(
  { url = '/', headers }: IncomingMessage,
  applicationId: Snowflake,
  { proxyTickets, units }: { proxyTickets: ProxyTickets; units: Units },
): Promise<UsedTicket | null> {
  for (const { text, isKept } of ticketsOf(url, headers.cookie)) {
    const ticket = proxyTickets.verify(text)
    if (ticket?.applicationId !== applicationId) continue
    if (ticket.isAging && (await units.read(SYSTEM_ACTOR, (work) => isTicketRenewable(work, ticket)))) {
      const fresh = proxyTickets.issue(ticket)
      const renewed = proxyTickets.verify(fresh) ?? ticket
      return { ticket: renewed, cookies: [cookieOfTicket(fresh, renewed)] }
    }
    return { ticket, cookies: isKept ? [] : [cookieOfTicket(text, ticket)] }
  }
  return null
}
