import { eventType } from '../../../kernel/event.ts'
import type { HydratedSubscription } from './model.ts'
import { presentSubscription } from './present.ts'

/** Returns an event type that is sent to the application's bot with any intents. */
const subscriptionEvent = (key: string, name: string) =>
  eventType<HydratedSubscription>({ key, name, intents: () => 0, visibleTo: () => true, present: presentSubscription })

/** Sent to the bot of the application that sells the subscription. */
export const subscriptionCreate = subscriptionEvent('subscription.created', 'SUBSCRIPTION_CREATE')
/** Sent to the bot of the application that sells the subscription. */
export const subscriptionUpdate = subscriptionEvent('subscription.updated', 'SUBSCRIPTION_UPDATE')
/** Sent to the bot of the application that sells the subscription. */
export const subscriptionDelete = subscriptionEvent('subscription.deleted', 'SUBSCRIPTION_DELETE')
