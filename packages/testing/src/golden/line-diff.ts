const CONTEXT_LINES = 2
/** Longer texts are compared by their first and last difference only: the table grows with the product of both. */
const TABLE_LINES_MAX = 1_500

/** Returns the lines of two texts that differ, `-` for the first, `+` for the second, with some lines around them. */
export function lineDiff(before: string, after: string): string {
  const [one, other] = [before.trimEnd().split('\n'), after.trimEnd().split('\n')]
  let start = 0
  while (start < one.length && start < other.length && one[start] === other[start]) start += 1
  let end = 0
  while (end < one.length - start && end < other.length - start && one.at(-1 - end) === other.at(-1 - end)) end += 1
  const marked = [
    ...one.slice(0, start).map((line) => `  ${line}`),
    ...middle(one.slice(start, one.length - end), other.slice(start, other.length - end)),
    ...one.slice(one.length - end).map((line) => `  ${line}`),
  ]
  const near = new Set<number>()
  for (const [index, line] of marked.entries()) {
    if (line.startsWith('  ')) continue
    for (let by = -CONTEXT_LINES; by <= CONTEXT_LINES; by += 1) near.add(index + by)
  }
  return marked.flatMap((line, index) => (near.has(index) ? [line] : near.has(index - 1) ? ['  …'] : [])).join('\n')
}

/** Returns the lines by their longest common subsequence. */
function middle(one: readonly string[], other: readonly string[]): string[] {
  if (Math.max(one.length, other.length) > TABLE_LINES_MAX)
    return [...one.map((line) => `- ${line}`), ...other.map((line) => `+ ${line}`)]
  const width = other.length + 1
  const common = new Uint16Array((one.length + 1) * width)
  const at = (row: number, column: number) => common[row * width + column] ?? 0
  for (let row = one.length - 1; row >= 0; row -= 1) {
    for (let column = other.length - 1; column >= 0; column -= 1) {
      common[row * width + column] =
        one[row] === other[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1))
    }
  }
  const lines: string[] = []
  let [row, column] = [0, 0]
  while (row < one.length || column < other.length) {
    if (row < one.length && one[row] === other[column]) {
      lines.push(`  ${one[row]}`)
      row += 1
      column += 1
    } else if (row < one.length && (column === other.length || at(row + 1, column) >= at(row, column + 1))) {
      lines.push(`- ${one[row]}`)
      row += 1
    } else {
      lines.push(`+ ${other[column]}`)
      column += 1
    }
  }
  return lines
}
