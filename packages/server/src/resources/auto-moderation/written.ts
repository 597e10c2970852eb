/** Fields of polls, embeds and components that hold words. */
const WORDS = new Set(['text', 'content', 'title', 'description', 'label', 'name', 'value', 'placeholder', 'question'])
/** Deeper than any component can be. */
const DEPTH_MAX = 12
const TEXTS_MAX = 1_000

/** More than any message that is let through can hold: what a longer one says is not read, since it is refused anyhow. */
const LETTERS_MAX = 10_000

interface Written {
  content?: string | null | undefined
  poll?: unknown
  embeds?: unknown
  components?: unknown
  /** Of a forward. */
  snapshots?: unknown
}

/** All the words of a message as it was sent: its content, and what stands in its poll, embeds and components. */
export function writtenIn(body: Written): string {
  const texts = [body.content ?? '']
  for (const part of [body.poll, body.embeds, body.components, body.snapshots]) collect(part, texts, 0)
  return texts
    .filter((text) => text !== '')
    .join('\n')
    .slice(0, LETTERS_MAX)
}

function collect(part: unknown, texts: string[], depth: number): void {
  if (typeof part !== 'object' || part === null || depth > DEPTH_MAX || texts.length > TEXTS_MAX) return
  for (const [key, value] of Object.entries(part)) {
    if (typeof value === 'string' && WORDS.has(key)) texts.push(value)
    else collect(value, texts, depth + 1)
  }
}
