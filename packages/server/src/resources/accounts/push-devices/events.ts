import { eventType } from '../../../kernel/event.ts'

/** Internal event after a push message was queued, or a node has given the messages up. It wakes the delivery. */
export const pushQueued = eventType<null>({
  key: 'push.queued',
  name: '',
  intents: () => 0,
  visibleTo: () => false,
  present: () => null,
})
