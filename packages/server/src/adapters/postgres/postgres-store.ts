import { randomBytes } from 'node:crypto'
import { createQueryId, type OperationNode, PostgresQueryCompiler, type RootOperationNode } from 'kysely'
import { demandLease, type Lease } from '../../kernel/lease.ts'
import { KeyedQueue } from '../../kernel/queues.ts'
import { SECRET_KEY_BYTES, type Secrets, secretsUnder } from '../../kernel/store/secrets.ts'
import { type Prepared, Slot, type Statement, type StoreValue } from '../../kernel/store/statement.ts'
import type { Store, StoreSession, StoreSizes } from '../../kernel/store/store.ts'
import { changesOf, changesOfText, type TableChange, TableChanges } from '../../kernel/store/table-changes.ts'
import { isRefused, type QueryResult } from './connection.ts'
import { type Connections, Database, orAway } from './connections.ts'
import type { Flight } from './flight.ts'
import { greetingUnder } from './lease-fence.ts'
import { postgresSizes } from './postgres-sizes.ts'
import { PostgresTextIndex } from './postgres-text-index.ts'
import { PreparedTexts } from './prepared-texts.ts'
import { SharedFlush } from './shared-flush.ts'
import type { Queries, QueryOptions } from './transaction.ts'
import { Transactions } from './transactions.ts'

/** Connections of transactions, and as many of reads. */
const CONNECTIONS_MAX = 6
const END_MAX_S = 5

/** A log record that changes nothing: its commit waits until the log before it is on disk. */
const FLUSH = "SELECT pg_logical_emit_message(true, 'guildhall', '')"

interface Template {
  sql: string
  parameters: readonly unknown[]
  changes: readonly TableChange[]
}

const compiler = new PostgresQueryCompiler()

function compile(node: OperationNode): Template {
  const { sql, parameters } = compiler.compileQuery(node as RootOperationNode, createQueryId())
  return { sql, parameters, changes: changesOf(node) }
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
    const { sql, parameters, changes } = compile(node)
    this.#queries.note(changes)
    return this.#rows<O>(sql, parameters, { prepare: this.#shared.texts.use(sql), reads: isRead(node) })
  }

  async first<O>(statement: Statement<O>): Promise<O | undefined> {
    return (await this.all(statement))[0]
  }

  async run(statement: Statement<unknown>): Promise<number> {
    const { sql, parameters, changes } = compile(statement.toOperationNode())
    this.#queries.note(changes)
    return (await this.#execute(sql, parameters, { prepare: this.#shared.texts.use(sql) })).count ?? 0
  }

  async allPrepared<P, O>(statement: Prepared<P, O>, values: P): Promise<O[]> {
    const template = this.#template(statement.node)
    this.#queries.note(template.changes)
    return this.#rows<O>(template.sql, fill(template, values), { prepare: true, reads: isRead(statement.node) })
  }

  async firstPrepared<P, O>(statement: Prepared<P, O>, values: P): Promise<O | undefined> {
    return (await this.allPrepared(statement, values))[0]
  }

  async sendPrepared<P>(statement: Prepared<P, unknown>, values: P): Promise<void> {
    const template = this.#template(statement.node)
    this.#queries.note(template.changes)
    await this.#queries.hand(template.sql, fill(template, values).map(bindable))
  }

  async raw<O>(sql: string, values: readonly StoreValue[] = []): Promise<O[]> {
    this.#queries.note(changesOfText(sql))
    return this.#rows<O>(sql, values, { prepare: this.#shared.texts.use(sql) })
  }

  tableChanges(): Iterable<TableChange> {
    return this.#queries.changes
  }

  sizes(): Promise<StoreSizes> {
    return postgresSizes(this)
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

/** Makes commits durable by a connection that nothing else keeps busy; by one of reads if there is none. */
async function flushBy(flushing: Connections, reads: Connections): Promise<unknown> {
  try {
    if (flushing.hasRoom) return await flushing.send(FLUSH)
  } catch (error) {
    if (!isRefused(error)) throw error
  }
  return reads.send(FLUSH)
}

/**
 * Opens a PostgreSQL store with at most `connectionsMax` connections of transactions and as many of reads, and one
 * more that flushes commits when there are several. Without `secrets`, only this store can read sealed columns. With a
 * lease, no transaction begins or commits once it may have ended.
 */
export function openPostgres(
  url: string,
  options: { connectionsMax?: number; secrets?: Secrets; lease?: Lease | null } = {},
): Store {
  const lease = options.lease ?? null
  const secrets = options.secrets ?? secretsUnder(randomBytes(SECRET_KEY_BYTES))
  const max = options.connectionsMax ?? CONNECTIONS_MAX
  const database = new Database(url, lease ? () => greetingUnder(lease) : undefined)
  lease?.onRejoin(() => database.renew())
  lease?.onRefused(() => database.giveUpSpares())
  const connections = database.connections(max)
  const reads = database.connections(max)
  const flushing = max > 1 ? database.connections(1) : reads
  const parts = {
    connections,
    reads,
    locks: new KeyedQueue<string>(),
    waiting: new Map<string, Flight>(),
    changes: new TableChanges(),
    flush: new SharedFlush(() => flushBy(flushing, reads)),
    demandLease: () => demandLease(lease),
  }
  const shared: Shared = { templates: new WeakMap(), texts: new PreparedTexts(), secrets }
  const transactions = new Transactions(parts, (queries) => new PostgresSession(queries, shared))
  const pool: Queries = {
    run: (text, parameters, { prepare }) => reads.send(text, parameters, prepare),
    hand: async (text, parameters) => void (await reads.send(text, parameters)),
    // Nothing is written outside of transactions.
    note: () => undefined,
    changes: [],
  }

  return {
    dialect: 'postgres',
    changes: parts.changes,
    read: (use) => orAway(use(new PostgresSession(pool, shared))),
    transaction: (use, hooks = {}) => orAway(transactions.run(use, hooks)),
    lock: (session, name, next, waiting) => transactions.lock(session, name, next, waiting),
    // The server itself removes former versions of rows (autovacuum).
    erase: async () => undefined,
    images: null,
    // Views keep the rows that are read here, which must not come from transactions that may be undone.
    readHeld: (_session, name, use) =>
      orAway(
        transactions.run((session) => transactions.lock(session, name, () => use(session)), {}, { isAlone: true }),
      ),
    async close() {
      await transactions.close()
      await database.end(END_MAX_S)
    },
  }
}
