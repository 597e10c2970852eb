import type { Violation } from './rules.ts'

/** A property or value that names the left or right side, and so does not turn with the direction of the language. */
const NAMED = /(?:^|[\s;{-])(?:left|right)(?:-[a-z-]+)?\s*:|:\s*(?:left|right)\s*;/
/** Properties whose four values go around: top, right, bottom, left. */
const AROUND = /(?:^|\s)(?:margin|padding|inset|border-width|scroll-margin|scroll-padding):\s*([^;]+);/
/** Properties of corners: top left, top right, bottom right, bottom left. */
const CORNERS = /(?:^|\s)border-radius:\s*([^;/]+);/
const REASON = /\/\* physical: .+ \*\//

/**
 * Finds styles that name a physical side. One that is meant has a comment in its line or in the line before:
 * `physical: reason`.
 */
export function physicalSides({ path, text }: { path: string; text: string }): Violation[] {
  const lines = text.split('\n')
  return lines.flatMap((line, index) => {
    if (!isPhysical(line) || REASON.test(line) || REASON.test(lines[index - 1] ?? '')) return []
    const detail = `“${line.trim()}” names a side; use inset-inline, margin-inline, text-align: start and the like`
    return [{ rule: 'logical-sides', path, line: index + 1, detail }]
  })
}

function isPhysical(line: string): boolean {
  if (line.trimStart().startsWith('/*') || line.trimStart().startsWith('.')) return false
  if (NAMED.test(line)) return true
  const [, right, , left] = valuesOf(AROUND.exec(line)?.[1])
  if (right !== left && left !== undefined) return true
  const [topLeft, topRight, bottomRight, bottomLeft] = valuesOf(CORNERS.exec(line)?.[1])
  return bottomLeft !== undefined && (topLeft !== topRight || bottomLeft !== bottomRight)
}

/** Returns the parts of a value. Parts in brackets, such as `calc(1px + 2px)`, count as one. */
function valuesOf(value: string | undefined): string[] {
  return value?.trim().match(/(?:[^\s(]|\([^)]*\))+/g) ?? []
}
