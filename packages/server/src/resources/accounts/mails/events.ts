import { eventType } from '../../../kernel/event.ts'

/** Internal event after a mail was queued. It wakes the delivery. */
export const mailQueued = eventType<null>({
  name: '',
  intents: () => 0,
  visibleTo: () => false,
  present: () => null,
})
