import type { Action } from '../../gateway/action.ts'
import type { Client } from '../../gateway/client.ts'
import { reduce } from '../../gateway/reduce.ts'
import { EMPTY, type MessageRange } from '../../gateway/state.ts'

/** Events that change nothing where they were applied already. */
const EVENTS = ['MESSAGE_CREATE', 'MESSAGE_UPDATE', 'MESSAGE_DELETE', 'MESSAGE_DELETE_BULK'] as const

/** Changes of the messages of a channel while a request for them is under way. */
interface Changes {
  /** Returns the received messages with the changes, which the server may have made after it read the messages. */
  appliedTo(range: MessageRange): MessageRange
  end(): void
}

/** Notes what happens to the messages of a channel until `end` is called. */
export function noteChanges(client: Client, channelId: string): Changes {
  const noted: Action[] = []
  const ends = EVENTS.map((name) =>
    client.on<{ channel_id: string }>(name, (data) => {
      if (data.channel_id === channelId) noted.push({ name, data })
    }),
  )
  return {
    appliedTo(range) {
      client.flush()
      const state = noted.reduce(reduce, { ...EMPTY, messages: new Map([[channelId, range]]) })
      return state.messages.get(channelId) ?? range
    },
    end() {
      for (const end of ends) end()
    },
  }
}
