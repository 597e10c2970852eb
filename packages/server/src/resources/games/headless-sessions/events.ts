import { eventType, type HeadlessChange } from '../../../kernel/event.ts'

/** Changes the presence of a user. PRESENCE_UPDATE follows for those who receive it. */
export const headlessSessionChanged = eventType<HeadlessChange>({
  key: 'headless-session.changed',
  name: '',
  intents: () => 0,
  visibleTo: () => false,
  present: () => null,
  effect: (change) => ({ kind: 'headless-session-changed', change }),
})
