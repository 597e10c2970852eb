import type { OperationNode } from 'kysely'

/** A kind of change of a table: rows that are added, or rows that are changed or deleted. */
export type TableChange = `insert ${string}` | `change ${string}`

/** Changes on which values depend that are kept in memory. Several nodes tell each other of these. */
export const STAMPED = [
  'change instance_state',
  'change members',
  'change messages',
  'change reactions',
  'change registration_blocks',
  'change users',
  'insert instance_state',
  'insert members',
  'insert messages',
  'insert reactions',
  'insert registration_blocks',
] as const satisfies readonly TableChange[]
export type StampedChange = (typeof STAMPED)[number]

/** Change of tables that a statement does not name, such as a replacement of all rows. */
const EVERYTHING = 'everything'
const NOTHING: readonly TableChange[] = []

/**
 * Counts the changes of each table, for values that are made of rows. A change is counted once its rows are visible. A
 * value that was made of rows is therefore valid while the stamp from before their reading is.
 */
export class TableChanges {
  readonly #counts = new Map<string, number>()

  /** Counts changes, perhaps in vain: of transactions that were undone. */
  note(changes: Iterable<TableChange | typeof EVERYTHING>): void {
    for (const change of changes) this.#counts.set(change, (this.#counts.get(change) ?? 0) + 1)
  }

  /** Counts a change of everything. */
  noteAll(): void {
    this.note([EVERYTHING])
  }

  /** Returns a number that grows with each of these changes. */
  stamp(changes: readonly StampedChange[]): number {
    let sum = this.#counts.get(EVERYTHING) ?? 0
    for (const change of changes) sum += this.#counts.get(change) ?? 0
    return sum
  }
}

/** Returns the changes that a statement makes. */
export function changesOf(node: OperationNode): readonly TableChange[] {
  if (node.kind === 'SelectQueryNode') return NOTHING
  const table = firstTable(node)
  if (table === undefined) return NOTHING
  if (node.kind !== 'InsertQueryNode') return [`change ${table}`]
  return 'onConflict' in node && node.onConflict ? [`insert ${table}`, `change ${table}`] : [`insert ${table}`]
}

/** Returns the changes that a statement of SQL text makes. */
export function changesOfText(sql: string): readonly TableChange[] {
  const [, verb, table] = /^\s*(insert|update|delete)\b(?:\s+or\s+\w+)?(?:\s+into|\s+from)?\s+"?(\w+)/i.exec(sql) ?? []
  if (verb === undefined) return NOTHING
  return verb.toLowerCase() === 'insert' ? [`insert ${table}`, `change ${table}`] : [`change ${table}`]
}

/** Returns the first table that a statement names, which is the one that it writes to. */
function firstTable(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { kind, table } = value as { kind?: string; table?: { identifier?: { name?: string } } }
  if (kind === 'TableNode') return table?.identifier?.name
  for (const part of Object.values(value)) {
    const found = firstTable(part)
    if (found !== undefined) return found
  }
  return undefined
}
