import { ApplicationFlag } from '@guildhall/protocol'
import type { Caller } from '../../kernel/caller.ts'
import type { Message, ShownMessage } from './message.ts'
import { presentMessage, withoutContent } from './present.ts'

const READS_CONTENT = ApplicationFlag.GATEWAY_MESSAGE_CONTENT | ApplicationFlag.GATEWAY_MESSAGE_CONTENT_LIMITED

/** Searching is for those who read everybody's content: people, and bots by their application's switch. [END-46] */
export function searchesContent(caller: Caller): boolean {
  return caller.kind !== 'bot' || ((caller.application?.flags ?? 0n) & READS_CONTENT) !== 0n
}

/**
 * The HTTP side of the content rule: people read; bots by their application's switch, and else what they wrote, what
 * mentions them, and their DMs. [END-61] [message content]
 */
export function readsContent(caller: Caller, message: Message): boolean {
  if (caller.kind !== 'bot' || message.guild_id === null) return true
  if (searchesContent(caller)) return true
  if (message.author_id === caller.userId || message.mentions.includes(caller.userId)) return true
  return message.application_id !== null && message.application_id === caller.application?.id
}

/** The message object as this caller may read it; the message that it replies to is judged by itself. */
export function presentFor(caller: Caller, shown: ShownMessage): Record<string, unknown> {
  const { referenced, ...alone } = shown
  const wire = presentMessage(alone)
  if (referenced !== undefined) wire.referenced_message = referenced && presentFor(caller, referenced)
  return readsContent(caller, shown.message) ? wire : withoutContent(wire)
}
