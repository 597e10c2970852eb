import { createStore } from 'zustand/vanilla'
import type { ShownMessage } from '../../gateway/state.ts'

/** A message that the next message of a channel replies to. */
export interface Reply {
  readonly message: ShownMessage
  /** Whether its author is mentioned. */
  readonly mention: boolean
}

/** Replies that people are writing, by channel. */
export const replies = createStore<Readonly<Record<string, Reply | undefined>>>(() => ({}))

/** Makes the next message of a channel a reply. */
export function startReply(channelId: string, message: ShownMessage): void {
  replies.setState({ [channelId]: { message, mention: true } })
}

/** Changes whether the author is mentioned. */
export function mentionInReply(channelId: string, mention: boolean): void {
  const reply = replies.getState()[channelId]
  if (reply) replies.setState({ [channelId]: { ...reply, mention } })
}

/** Makes the next message of a channel an ordinary one. */
export function endReply(channelId: string): void {
  replies.setState({ [channelId]: undefined })
}
