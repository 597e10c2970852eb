import type { EventName } from '@guildhall/client'
import { type Action, type ClientState, EMPTY, type MessageRange, reduce } from '@guildhall/client/records'
import type { Client } from '../../gateway/client.ts'

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
  const noted: Action<EventName>[] = []
  const ends = EVENTS.map((name) =>
    client.on(name, (data) => {
      if (data.channel_id === channelId) noted.push({ name, data })
    }),
  )
  return {
    appliedTo(range) {
      client.flush()
      const received: ClientState = { ...EMPTY, messages: new Map([[channelId, range]]) }
      const state = noted.reduce((before, action) => reduce(before, action), received)
      return state.messages.get(channelId) ?? range
    },
    end() {
      for (const end of ends) end()
    },
  }
}
