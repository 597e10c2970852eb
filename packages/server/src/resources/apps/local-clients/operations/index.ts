import { createApplicationTicket } from './create-application-ticket.ts'
import { createAuthorizeRequest } from './create-authorize-request.ts'
import { createConsentRequest } from './create-consent-request.ts'
import { createEntitlementTicket } from './create-entitlement-ticket.ts'
import { navigateClients } from './navigate-clients.ts'
import { updateConsentRequest } from './update-consent-request.ts'

export const localClientOperations = [
  createApplicationTicket,
  createAuthorizeRequest,
  createConsentRequest,
  createEntitlementTicket,
  navigateClients,
  updateConsentRequest,
]
