import type { EmbedObject, MessageObject } from '@guildhall/protocol'

/** Elements of a message without content: its row, author, time and bar. */
const ROW = 16
/** Elements of one reaction, attachment, field or component. */
const PART = 6
/** Characters that can make an element of text: marks, line ends, mentions and links. */
const MARKS = /[*_~|`<\n@#[]|https?:/g

type Weighed = Pick<MessageObject, 'content' | 'embeds' | 'attachments' | 'components' | 'reactions'>

const known = new WeakMap<Weighed, number>()

/** Returns about how many elements a message is rendered as, at most. */
export function weightOf(message: Weighed): number {
  const weighed = known.get(message)
  if (weighed !== undefined) return weighed
  const { content, embeds, attachments, components, reactions } = message
  const weight =
    ROW +
    weightOfText(content) +
    embeds.reduce((sum, embed) => sum + weightOfEmbed(embed), 0) +
    PART * (attachments.length + (reactions?.length ?? 0)) +
    weightOfParts(components ?? [])
  known.set(message, weight)
  return weight
}

function weightOfText(text: string | undefined): number {
  return text?.match(MARKS)?.length ?? 0
}

function weightOfEmbed({ description, fields = [] }: EmbedObject): number {
  const texts = [description, ...fields.flatMap(({ name, value }) => [name, value])]
  return PART * (2 + fields.length) + texts.reduce((sum, text) => sum + weightOfText(text), 0)
}

/** Weighs components of any shape by their objects and texts. */
function weightOfParts(part: unknown): number {
  if (typeof part === 'string') return weightOfText(part)
  if (typeof part !== 'object' || part === null) return 0
  const own = Array.isArray(part) ? 0 : PART
  return Object.values(part).reduce<number>((sum, value) => sum + weightOfParts(value), own)
}
