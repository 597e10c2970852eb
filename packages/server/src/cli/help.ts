import type { ListedCommand } from './command.ts'
import { optionRows } from './options/option-reader.ts'

const USAGE_COLUMNS = 38

/** Returns the help of all commands. */
export function helpText(commands: readonly ListedCommand[]): string {
  const usages = commands.flatMap(({ name, usage, help }) =>
    help.map((line, index) => `${(index === 0 ? `  guildhall ${name} ${usage}` : '').padEnd(USAGE_COLUMNS)}  ${line}`),
  )
  const sections = commands.flatMap(({ title, options }) =>
    title === null ? [] : [{ title, rows: optionRows(options) }],
  )
  const general: [string, string][] = [
    ['--help', 'this page'],
    ['--version', 'the version'],
  ]
  const width = Math.max(...sections.flatMap(({ rows }) => rows.map(([option]) => option.length)))
  const lines = (rows: readonly [string, string][]) =>
    rows.map(([option, help]) => `  ${option.padEnd(width)}  ${help}`)
  return [
    'Guildhall: a platform of your own for bots, apps, activities and games.',
    '',
    ...usages,
    ...sections.flatMap(({ title, rows }) => ['', title, ...lines(rows)]),
    '',
    ...lines(general),
    ...commands.flatMap(({ notes = [] }) => notes.flatMap((note) => ['', note])),
  ].join('\n')
}
