/** Fields of polls, embeds and components that contain text. */
const TEXT_FIELDS = new Set([
  'text',
  'content',
  'title',
  'description',
  'label',
  'name',
  'value',
  'placeholder',
  'question',
])
/** More levels than components can have. */
const DEPTH_MAX = 12
const TEXTS_MAX = 1_000

/** More code units than an accepted message can contain. A longer message is rejected by other checks. */
const TEXT_LENGTH_MAX = 10_000

interface MessageParts {
  content?: string | null | undefined
  poll?: unknown
  embeds?: unknown
  components?: unknown
  /** Snapshots of a forward. */
  snapshots?: unknown
}

/** Returns all text of a message request: its content, and the texts of its poll, embeds, components and snapshots. */
export function textOfMessage(body: MessageParts): string {
  const texts = [body.content ?? '']
  for (const part of [body.poll, body.embeds, body.components, body.snapshots]) collectTexts(part, texts, 0)
  return texts
    .filter((text) => text !== '')
    .join('\n')
    .slice(0, TEXT_LENGTH_MAX)
}

function collectTexts(part: unknown, texts: string[], depth: number): void {
  if (typeof part !== 'object' || part === null || depth > DEPTH_MAX || texts.length > TEXTS_MAX) return
  for (const [key, value] of Object.entries(part)) {
    if (typeof value === 'string' && TEXT_FIELDS.has(key)) texts.push(value)
    else collectTexts(value, texts, depth + 1)
  }
}
