import { eventType } from '../../../kernel/event.ts'

/** Internal event after a mail was queued, or a node has given the mails up. It wakes the delivery. */
export const mailQueued = eventType<null>({
  key: 'mail.queued',
  name: '',
  intents: () => 0,
  visibleTo: () => false,
  present: () => null,
})
