import { type Message, msg } from '../../lib/language/text.ts'

/** Spans of messages that a ban can delete, in seconds before the ban. */
export const DELETED_SPANS: readonly (readonly [seconds: number, text: Message])[] = [
  [0, msg('None')],
  [3_600, msg('Those of the last hour')],
  [86_400, msg('Those of the last day')],
  [604_800, msg('Those of the last 7 days')],
]
