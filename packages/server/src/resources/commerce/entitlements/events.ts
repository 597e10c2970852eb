import { eventType } from '../../../kernel/event.ts'
import type { StoredEntitlement } from './model.ts'
import { presentEntitlement } from './present.ts'

/** Returns an event type that is sent to the application's bot with any intents, and to the holder's own clients. */
const entitlementEvent = (name: string) =>
  eventType<StoredEntitlement>({ name, intents: () => 0, visibleTo: () => true, present: presentEntitlement })

/** Sent to the bot of the application that sold the entitlement, and to its holder. */
export const entitlementCreate = entitlementEvent('ENTITLEMENT_CREATE')
/** Sent to the bot of the application that sold the entitlement, and to its holder. */
export const entitlementUpdate = entitlementEvent('ENTITLEMENT_UPDATE')
/** Sent to the bot of the application that sold the entitlement, and to its holder. */
export const entitlementDelete = entitlementEvent('ENTITLEMENT_DELETE')
