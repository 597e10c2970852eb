import type { Frame } from '../wire-codec.ts'
import type { Feed } from './feed.ts'
import { differences, type EventFilter, isEphemeral, isThinking, MESSAGES, type Seen } from './filter.ts'
import { type Mismatch, shown } from './match.ts'

/** An expectation about what a person sees did not come true. */
export class NotSeen extends Error {
  override readonly name = 'NotSeen'
}

/** Events that a failure leaves out, because they come with every connection. */
const BACKGROUND: readonly string[] = [
  'PRESENCE_UPDATE',
  'SESSIONS_REPLACE',
  'READY_SUPPLEMENTAL',
  'MESSAGE_ACK',
  'RESUMED',
]
const EVENTS_SHOWN = 12
const CONTENT_CHARS = 80

interface Described {
  readonly id?: string
  readonly channel_id?: string
  readonly content?: string
  readonly title?: string
  readonly nonce?: string
  readonly author?: { readonly id: string; readonly username?: string }
  readonly user?: { readonly id: string; readonly username?: string }
  readonly user_id?: string
  readonly emoji?: { readonly name?: string }
  readonly embeds?: readonly { readonly title?: string; readonly description?: string }[]
}

export interface Report {
  readonly who: { readonly id: string; readonly name: string }
  readonly event: string
  readonly filter: EventFilter
  readonly feed: Feed
  readonly nameOf: (id: string) => string
  /** Descriptions of interactions by their nonce. */
  readonly uses: ReadonlyMap<string, string>
  readonly tape: readonly string[]
}

/** Returns what a person saw instead: the nearest event with the fields that differ, all events, and the tape. */
export function insteadSeen({ who, event, filter, feed, nameOf, uses, tape }: Report): string {
  const events = feed.seen.filter(({ frame }) => !BACKGROUND.includes(frame.t ?? ''))
  const lines: string[] = []
  const nearest = nearestOf(events, event, filter, who.id)
  if (nearest) {
    lines.push(`Nearest: ${describe(nearest.seen.frame, nameOf, uses)}`)
    for (const mismatch of nearest.found) lines.push(`  ${explain(mismatch, nameOf)}`)
  }
  const last = events.slice(-EVENTS_SHOWN)
  lines.push(
    last.length === 0 ? `${who.name} saw nothing.` : `${who.name} saw${last.length < events.length ? ' at last' : ''}:`,
  )
  for (const { frame, taken } of last)
    lines.push(`  ${describe(frame, nameOf, uses)}${taken ? ' (expected before)' : ''}`)
  if (tape.length > 0) lines.push('The end of the tape:', ...tape.map((line) => `  ${line}`))
  return lines.join('\n')
}

/** Returns the event of the wanted name that differs in the fewest fields. */
function nearestOf(events: readonly Seen[], event: string, filter: EventFilter, selfId: string) {
  let nearest: { seen: Seen; found: Mismatch[] } | undefined
  for (const seen of events) {
    if (seen.taken || !seen.names.includes(event)) continue
    const found = differences(filter, seen, selfId)
    if (found.length > 0 && (!nearest || found.length <= nearest.found.length)) nearest = { seen, found }
  }
  return nearest
}

function explain({ path, wanted, found }: Mismatch, nameOf: (id: string) => string): string {
  const named = (value: unknown) =>
    typeof value === 'string' && /^\d{15,20}$/.test(value) ? nameOf(value) : shown(value)
  return `${path}: wanted ${named(wanted)}, found ${named(found)}`
}

/** Returns an event as one line. */
export function describe(
  frame: Frame,
  nameOf: (id: string) => string,
  uses: ReadonlyMap<string, string> = new Map(),
): string {
  const payload = frame.d as Described
  const { channel_id, content, title, nonce, author, user, user_id, emoji, embeds } = payload
  const source = author?.id ?? user?.id ?? user_id
  const parts = [frame.t]
  if (channel_id !== undefined) parts.push(`in ${nameOf(channel_id)}`)
  if (source !== undefined) parts.push(`from ${nameOf(source)}`)
  if (content) parts.push(clipped(content))
  for (const embed of embeds ?? []) parts.push(`[${clipped(embed.title ?? embed.description ?? '')}]`)
  if (title !== undefined) parts.push(clipped(title))
  if (emoji?.name) parts.push(emoji.name)
  const marks = MESSAGES.includes(frame.t ?? '')
    ? [isEphemeral(payload) && 'ephemeral', isThinking(payload) && 'thinking'].filter(Boolean)
    : []
  if (marks.length > 0) parts.push(`(${marks.join(', ')})`)
  const use = nonce === undefined ? undefined : uses.get(nonce)
  if (use !== undefined) parts.push(`(${use})`)
  return parts.join(' ')
}

function clipped(text: string): string {
  return JSON.stringify(text.length > CONTENT_CHARS ? `${text.slice(0, CONTENT_CHARS)}…` : text)
}
