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
 * Where statements are written: `db.selectFrom('messages')…`. It runs nothing and holds no connection; a session compiles
 * the statement for its own dialect, so one text serves SQLite and PostgreSQL.
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

/** What a statement may be given, and gives back. */
export type StoreValue = bigint | number | string | boolean | Uint8Array | null

/** Stands in a prepared statement for a value that each run supplies. */
export class Slot {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** A statement built once and compiled once per dialect: for the hot paths, where building costs more than running. */
export interface Prepared<P, O> {
  readonly node: OperationNode
  /** For types only. */
  readonly types?: (values: P) => O
}

/** `slot('id')` in the builder takes the type of `P['id']`. */
export function prepare<P extends { [K in keyof P]: StoreValue }>() {
  return <O>(build: (slot: <K extends keyof P & string>(name: K) => P[K]) => Statement<O>): Prepared<P, O> => {
    const slot = <K extends keyof P & string>(name: K) => new Slot(name) as unknown as P[K]
    return { node: build(slot).toOperationNode() }
  }
}
