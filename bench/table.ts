export interface Table {
  title: string
  columns: readonly string[]
  rows: readonly (readonly (string | number)[])[]
  notes?: readonly string[]
}

/** Draws a table for a terminal: first column to the left, figures to the right. */
export function drawTable({ title, columns, rows, notes = [] }: Table): string {
  const cells = [columns, ...rows].map((row) => row.map((cell) => (typeof cell === 'number' ? figure(cell) : cell)))
  const widths = columns.map((_, index) => Math.max(...cells.map((row) => row[index]?.length ?? 0)))
  const lines = cells.map((row) =>
    row
      .map((cell, index) => (index === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[index] ?? 0)))
      .join('  '),
  )
  const rule = widths.map((width) => '-'.repeat(width)).join('  ')
  return [`\n${title}`, '', lines[0], rule, ...lines.slice(1), ...notes.map((note) => `  ${note}`)].join('\n')
}

/** Formats three significant digits, with thousands separators. */
function figure(value: number): string {
  if (!Number.isFinite(value)) return '-'
  if (Math.abs(value) >= 1000) return Math.round(value).toLocaleString('en').replaceAll(',', ' ')
  return Number.isInteger(value) ? String(value) : value.toPrecision(3)
}
