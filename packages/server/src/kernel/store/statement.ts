import {
  type Compilable,
  DummyDriver,
  Kysely,
  type OperationNode,
  type OperationNodeSource,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import type { Tables } from './tables.ts'

/**
 * Builder of statements: `db.selectFrom('messages')…`. It runs nothing and has no connection. A session compiles a
 * statement for its own dialect, so one statement serves SQLite and PostgreSQL.
 */
export const db = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (kysely) => new PostgresIntrospector(kysely),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** A statement written with `db`, not yet compiled. */
export type Statement<O> = Compilable<O> & OperationNodeSource

/** Value of a parameter or a column. */
export type StoreValue = bigint | number | string | boolean | Uint8Array | null

/** Placeholder in a prepared statement for a value of each run. */
export class Slot {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** A statement built once and compiled once per dialect, for hot paths where building costs more than running. */
export interface Prepared<P, O> {
  readonly node: OperationNode
  /** For types only. */
  readonly types?: (values: P) => O
}

/** Builds a prepared statement. `slot('id')` in the builder has the type of `P['id']`. */
export function prepare<P extends { [K in keyof P]: StoreValue }>() {
  return <O>(build: (slot: <K extends keyof P & string>(name: K) => P[K]) => Statement<O>): Prepared<P, O> => {
    const slot = <K extends keyof P & string>(name: K) => new Slot(name) as unknown as P[K]
    return { node: build(slot).toOperationNode() }
  }
}

/** Statements about lists of ids: one for each power of two, so that a list of any length uses a prepared one. */
export interface PreparedForIds<P, O> {
  /** Returns the statement for a list, and the values to run it with. */
  for(ids: readonly bigint[], values: P): [Prepared<Record<string, StoreValue>, O>, Record<string, StoreValue>]
}

/**
 * Prepares a statement with a condition `'id', 'in', ids`. Lists are padded with their last id: a repeated id changes
 * no result. `P` names the further values, which `slot` names, as in `prepare`.
 */
export function prepareForIds<P extends { [K in keyof P]: StoreValue }>() {
  return <O>(
    build: (ids: bigint[], slot: <K extends keyof P & string>(name: K) => P[K]) => Statement<O>,
  ): PreparedForIds<P, O> => {
    const bySize = new Map<number, Prepared<Record<string, StoreValue>, O>>()
    return {
      for(ids, values) {
        const size = 2 ** Math.ceil(Math.log2(Math.max(ids.length, 1)))
        let statement = bySize.get(size)
        if (!statement) {
          const slots = Array.from({ length: size }, (_, index) => new Slot(String(index)) as unknown as bigint)
          statement = prepare<P>()((slot) => build(slots, slot)) as Prepared<Record<string, StoreValue>, O>
          bySize.set(size, statement)
        }
        const filled: Record<string, StoreValue> = { ...values }
        for (let index = 0; index < size; index += 1) filled[index] = ids[Math.min(index, ids.length - 1)] ?? null
        return [statement, filled]
      },
    }
  }
}
