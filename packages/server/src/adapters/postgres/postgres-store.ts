import { randomBytes } from 'node:crypto'
import { createQueryId, type OperationNode, PostgresQueryCompiler, type RootOperationNode } from 'kysely'
import postgres from 'postgres'
import { KeyedQueue } from '../../kernel/queues.ts'
import { SECRET_KEY_BYTES, type Secrets, secretsUnder } from '../../kernel/store/secrets.ts'
import { type Prepared, Slot, type Statement, type StoreValue } from '../../kernel/store/statement.ts'
import type { CommitHooks, Store, StoreSession } from '../../kernel/store/store.ts'
import { PostgresTextIndex } from './postgres-text-index.ts'
import { PreparedTexts } from './prepared-texts.ts'
import { SharedFlush } from './shared-flush.ts'
import { type Queries, type QueryOptions, type QueryResult, send, Transaction } from './transaction.ts'

const CONNECTIONS_MAX = 10
const RETRIES_MAX = 5
/** Serialisation failure and deadlock: the transaction changed nothing and may be repeated. */
const RETRIED = new Set(['40001', '40P01'])
/** Type numbers of int8 and float8. */
const INT8 = 20
const FLOAT8 = 701

/** A log record that changes nothing: its commit waits until the log before it is on disk. */
const FLUSH = "SELECT pg_logical_emit_message(true, 'guildhall', '')"
const FLUSHING_IDLE_S = 60
/** Reads BIGINT columns as bigint. PostgreSQL returns counts as int8 too; their callers convert them to numbers. */
const OPTIONS = {
  onnotice: () => undefined,
  types: {
    int8: {
      to: INT8,
      from: [INT8],
      parse: (text: string) => BigInt(text),
      serialize: (value: unknown) => String(value),
    },
    float8: { to: FLOAT8, from: [FLOAT8], parse: Number, serialize: (value: unknown) => String(value) },
  },
}

interface Template {
  sql: string
  parameters: readonly unknown[]
}

const compiler = new PostgresQueryCompiler()

function compile(node: OperationNode): Template {
  const { sql, parameters } = compiler.compileQuery(node as RootOperationNode, createQueryId())
  return { sql, parameters }
}

/** State that all sessions of a store share. */
interface Shared {
  readonly templates: WeakMap<OperationNode, Template>
  readonly texts: PreparedTexts
  readonly secrets: Secrets
}

class PostgresSession implements StoreSession {
  readonly #queries: Queries
  readonly #shared: Shared
  readonly texts = new PostgresTextIndex(this)
  readonly secrets: Secrets

  constructor(queries: Queries, shared: Shared) {
    this.#queries = queries
    this.#shared = shared
    this.secrets = shared.secrets
  }

  async all<O>(statement: Statement<O>): Promise<O[]> {
    const node = statement.toOperationNode()
    const { sql, parameters } = compile(node)
    return this.#rows<O>(sql, parameters, { prepare: this.#shared.texts.use(sql), reads: isRead(node) })
  }

  async first<O>(statement: Statement<O>): Promise<O | undefined> {
    return (await this.all(statement))[0]
  }

  async run(statement: Statement<unknown>): Promise<number> {
    const { sql, parameters } = compile(statement.toOperationNode())
    return (await this.#execute(sql, parameters, { prepare: this.#shared.texts.use(sql) })).count ?? 0
  }

  async allPrepared<P, O>(statement: Prepared<P, O>, values: P): Promise<O[]> {
    const template = this.#template(statement.node)
    return this.#rows<O>(template.sql, fill(template, values), { prepare: true, reads: isRead(statement.node) })
  }

  async firstPrepared<P, O>(statement: Prepared<P, O>, values: P): Promise<O | undefined> {
    return (await this.allPrepared(statement, values))[0]
  }

  async sendPrepared<P>(statement: Prepared<P, unknown>, values: P): Promise<void> {
    const template = this.#template(statement.node)
    await this.#queries.hand(template.sql, fill(template, values).map(bindable))
  }

  async raw<O>(sql: string, values: readonly StoreValue[] = []): Promise<O[]> {
    return this.#rows<O>(sql, values, { prepare: this.#shared.texts.use(sql) })
  }

  /** Raw SQL that is planned again for the given values: for statements whose best plan depends on them. */
  async once<O>(sql: string, values: readonly StoreValue[] = []): Promise<O[]> {
    return [...(await this.#queries.run(sql, values.map(bindable), { prepare: false }))] as O[]
  }

  async #rows<O>(sql: string, parameters: readonly unknown[], options: QueryOptions): Promise<O[]> {
    return [...(await this.#execute(sql, parameters, options))] as O[]
  }

  #execute(sql: string, parameters: readonly unknown[], options: QueryOptions): Promise<QueryResult> {
    return this.#queries.run(sql, parameters.map(bindable), options)
  }

  #template(node: OperationNode): Template {
    let template = this.#shared.templates.get(node)
    if (!template) {
      template = compile(node)
      this.#shared.templates.set(node, template)
    }
    return template
  }
}

function isRead(node: OperationNode): boolean {
  return node.kind === 'SelectQueryNode'
}

function bindable(value: unknown): unknown {
  if (value === undefined) return null
  if (typeof value === 'boolean') return value ? 1 : 0
  return value
}

function fill<P>(template: Template, values: P): unknown[] {
  return template.parameters.map((parameter) =>
    parameter instanceof Slot ? (values as Record<string, unknown>)[parameter.name] : parameter,
  )
}

/**
 * Opens a PostgreSQL store with `connectionsMax` connections, and one more that flushes commits when there are
 * several. Without `secrets`, only this store can read sealed columns.
 */
export function openPostgres(url: string, options: { connectionsMax?: number; secrets?: Secrets } = {}): Store {
  const secrets = options.secrets ?? secretsUnder(randomBytes(SECRET_KEY_BYTES))
  const max = options.connectionsMax ?? CONNECTIONS_MAX
  const sql = postgres(url, { ...OPTIONS, max })
  const flushing = max > 1 ? postgres(url, { ...OPTIONS, max: 1, idle_timeout: FLUSHING_IDLE_S }) : null
  const parts = {
    sql,
    locks: new KeyedQueue<string>(),
    flush: new SharedFlush(() => (flushing ?? sql).unsafe(FLUSH, [], { prepare: true })),
  }
  const shared: Shared = { templates: new WeakMap(), texts: new PreparedTexts(), secrets }
  const transactions = new WeakMap<StoreSession, Transaction>()
  const pool: Queries = {
    run: (text, parameters, { prepare }) => send(sql, text, parameters, prepare),
    hand: async (text, parameters) => void (await send(sql, text, parameters)),
  }
  const writing = new Set<Promise<unknown>>()
  let closed = false

  async function attempt<T>(use: (session: StoreSession) => Promise<T>, hooks: CommitHooks<T>): Promise<T> {
    const transaction = new Transaction(parts)
    const session = new PostgresSession(transaction, shared)
    transactions.set(session, transaction)
    try {
      const result = await use(session)
      await transaction.commit(session, result, hooks)
      return result
    } catch (error) {
      await transaction.rollBack()
      // Every statement after the one that failed says only that the transaction is aborted.
      throw transaction.failure ?? error
    } finally {
      transaction.release()
    }
  }

  async function retrying<T>(use: (session: StoreSession) => Promise<T>, hooks: CommitHooks<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await attempt(use, hooks)
      } catch (error) {
        if (tries >= RETRIES_MAX || !RETRIED.has((error as { code?: string }).code ?? '')) throw error
      }
    }
  }

  const store: Store = {
    dialect: 'postgres',
    read: (use) => use(new PostgresSession(pool, shared)),
    async transaction(use, hooks = {}) {
      if (closed) throw new Error('The store is closed')
      const transaction = retrying(use, hooks)
      writing.add(transaction)
      try {
        return await transaction
      } finally {
        writing.delete(transaction)
      }
    },
    async lock(session, name, next) {
      const transaction = transactions.get(session)
      if (!transaction) throw new Error('Only a transaction may lock')
      return transaction.lock(name, next)
    },
    images: null,
    readHeld: (_session, name, use) => store.transaction((session) => store.lock(session, name, () => use(session))),
    async close() {
      closed = true
      await Promise.allSettled(writing)
      await Promise.all([sql.end({ timeout: 5 }), flushing?.end({ timeout: 5 })])
    },
  }
  return store
}
