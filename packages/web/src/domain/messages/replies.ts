import type { ShownMessage } from '@guildhall/client/records'
import type { Client } from '../../gateway/client.ts'
import { ownState } from '../../gateway/own-stores.ts'

/** A message that the next message of a channel replies to. */
export interface Reply {
  readonly message: ShownMessage
  /** Whether its author is mentioned. */
  readonly mention: boolean
}

/** Replies that the person is writing, by channel. */
export const replies = ownState<Readonly<Record<string, Reply | undefined>>>({})

/** Makes the next message of a channel a reply. */
export function startReply(client: Client, channelId: string, message: ShownMessage): void {
  client.own(replies).setState({ [channelId]: { message, mention: true } })
}

/** Changes whether the author is mentioned. */
export function mentionInReply(client: Client, channelId: string, mention: boolean): void {
  const reply = client.own(replies).getState()[channelId]
  if (reply) client.own(replies).setState({ [channelId]: { ...reply, mention } })
}

/** Makes the next message of a channel an ordinary one. */
export function endReply(client: Client, channelId: string): void {
  client.own(replies).setState({ [channelId]: undefined })
}
