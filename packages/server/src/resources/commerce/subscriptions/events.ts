import { eventType } from '../../../kernel/event.ts'
import type { HydratedSubscription } from './model.ts'
import { presentSubscription } from './present.ts'

/** Returns an event type that is sent to the application's bot with any intents. */
const subscriptionEvent = (name: string) =>
  eventType<HydratedSubscription>({ name, intents: () => 0, visibleTo: () => true, present: presentSubscription })

/** Sent to the bot of the application that sells the subscription. */
export const subscriptionCreate = subscriptionEvent('SUBSCRIPTION_CREATE')
/** Sent to the bot of the application that sells the subscription. */
export const subscriptionUpdate = subscriptionEvent('SUBSCRIPTION_UPDATE')
/** Sent to the bot of the application that sells the subscription. */
export const subscriptionDelete = subscriptionEvent('SUBSCRIPTION_DELETE')
