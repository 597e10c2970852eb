/** Part of a text that a list can complete: a command, or a name after its sign. */
export interface Token {
  readonly kind: 'command' | 'mention' | 'channel' | 'emoji'
  /** Index of the sign. */
  readonly start: number
  /** Index after the last character that a choice replaces. */
  readonly end: number
  /** Text after the sign. */
  readonly query: string
}

const KINDS: Readonly<Record<string, Token['kind']>> = { '@': 'mention', '#': 'channel', ':': 'emoji' }
/** Emoji names need two letters: `:)` and `:D` are not the beginning of one. */
const NAME_MIN = { command: 0, mention: 0, channel: 0, emoji: 2 }
const NAME = /(?:^|[\s(])([@#:])([\p{L}\p{N}\p{M}_.+'-]{0,32})$/u

/** Returns the part of a text that ends at the caret and can be completed. */
export function tokenAt(text: string, caret: number): Token | null {
  if (caret < 1) return null
  if (text.startsWith('/')) {
    const query = text.slice(1)
    return query.includes('\n') || query.startsWith(' ') ? null : { kind: 'command', start: 0, end: text.length, query }
  }
  const before = text.slice(0, caret)
  const match = NAME.exec(before)
  if (!match || isInCode(before)) return null
  const [, sign = '', query = ''] = match
  const kind = KINDS[sign]
  if (!kind || query.length < NAME_MIN[kind]) return null
  return { kind, start: caret - query.length - 1, end: caret, query }
}

/** Returns whether a text ends within code, in which nothing is a name. */
function isInCode(before: string): boolean {
  const fences = before.split('```').length - 1
  if (fences % 2 === 1) return true
  const line = before.slice(before.lastIndexOf('\n') + 1)
  return (line.split('`').length - 1) % 2 === 1
}

/** Returns a text with a token replaced, and the place of the caret after it. */
export function withTaken(text: string, { start, end }: Token, taken: string): { text: string; caret: number } {
  const rest = text.slice(end)
  const space = rest.startsWith(' ') ? '' : ' '
  return { text: `${text.slice(0, start)}${taken}${space}${rest}`, caret: start + taken.length + 1 }
}
