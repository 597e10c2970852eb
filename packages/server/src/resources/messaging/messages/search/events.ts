import { eventType } from '../../../../kernel/event.ts'

/** Internal event after the first search in a guild. From then on new messages are indexed as they are posted. */
export const guildSearched = eventType<null>({
  key: 'guild.searched',
  name: '',
  intents: () => 0,
  visibleTo: () => false,
  present: () => null,
  apply: (view) => {
    view.searchIndexed = true
  },
})
