import { eventType } from '../../../kernel/event.ts'

/** Internal event after the operator's key was replaced. */
export const operatorKeyReplaced = eventType<{ hash: string }>({
  key: 'operator-key.replaced',
  name: '',
  effect: ({ hash }) => ({ kind: 'operator-key-replaced', hash }),
  intents: () => 0,
  visibleTo: () => false,
  present: () => null,
})
