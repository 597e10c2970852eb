import { cloneElement, createElement, Fragment, isValidElement, type ReactNode } from 'react'
import type { Part } from './message-format.ts'
import { type Message, shownParts, translated, valueText } from './text.ts'

type RichValues = Readonly<Record<string, ReactNode>>

/**
 * Returns a text with elements in it. `<link>…</link>` in the message gives its words to the element `link` of the
 * values; `{name}` is replaced by a value, which may be an element too.
 */
export function rich<const S extends string>(
  message: (S & (string extends S ? never : unknown)) | Message,
  values: RichValues,
): ReactNode {
  const parts = shownParts(translated(message as unknown as string), values)
  return createElement(Fragment, null, ...withElements(parts, values))
}

const TAG = /<(\/?)(\w+)>/

/** Turns the text between the two tags of an element into its children. */
function withElements(parts: readonly Part[], values: RichValues): ReactNode[] {
  const open: { name: string; nodes: ReactNode[] }[] = [{ name: '', nodes: [] }]
  const add = (node: ReactNode) => open.at(-1)?.nodes.push(node)
  for (const part of parts) {
    if (typeof part !== 'string') {
      const value = values[part.name]
      add(typeof value === 'number' ? valueText(value) : value)
      continue
    }
    // Splitting gives text, slash and name in turns.
    const pieces = part.split(TAG)
    for (let index = 0; index < pieces.length; index += 3) {
      if (pieces[index]) add(pieces[index])
      const name = pieces[index + 2]
      if (name === undefined) break
      if (pieces[index + 1] === '') {
        open.push({ name, nodes: [] })
        continue
      }
      const nodes = open.pop()?.nodes ?? []
      const element = values[name]
      add(isValidElement(element) ? cloneElement(element, undefined, ...nodes) : nodes)
    }
  }
  return open[0]?.nodes ?? []
}
