import { eventType } from '../../../kernel/event.ts'
import type { StoredEntitlement } from './model.ts'
import { presentEntitlement } from './present.ts'

/** Returns an event type that is sent to the application's bot with any intents, and to the holder's own clients. */
const entitlementEvent = (key: string, name: string) =>
  eventType<StoredEntitlement>({ key, name, intents: () => 0, visibleTo: () => true, present: presentEntitlement })

/** Sent to the bot of the application that sold the entitlement, and to its holder. */
export const entitlementCreate = entitlementEvent('entitlement.created', 'ENTITLEMENT_CREATE')
/** Sent to the bot of the application that sold the entitlement, and to its holder. */
export const entitlementUpdate = entitlementEvent('entitlement.updated', 'ENTITLEMENT_UPDATE')
/** Sent to the bot of the application that sold the entitlement, and to its holder. */
export const entitlementDelete = entitlementEvent('entitlement.deleted', 'ENTITLEMENT_DELETE')
