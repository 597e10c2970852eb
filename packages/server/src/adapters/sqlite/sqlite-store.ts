import { randomBytes } from 'node:crypto'
import { closeSync, openSync } from 'node:fs'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { createQueryId, type OperationNode, type RootOperationNode, SqliteQueryCompiler } from 'kysely'
import { writeFileAtomically } from '../../kernel/atomic-file.ts'
import { SerialQueue } from '../../kernel/queues.ts'
import { SECRET_KEY_BYTES, type Secrets, secretsUnder } from '../../kernel/store/secrets.ts'
import { type Prepared, Slot, type Statement, type StoreValue } from '../../kernel/store/statement.ts'
import type { Store, StoreImages, StoreSession, StoreSizes } from '../../kernel/store/store.ts'
import { changesOf, changesOfText, type TableChange, TableChanges } from '../../kernel/store/table-changes.ts'
import { type RowBuilder, rowBuilder } from './row-builder.ts'
import { SharedCommit } from './shared-commit.ts'
import { sqliteSizes } from './sqlite-sizes.ts'
import { SqliteTextIndex } from './sqlite-text-index.ts'

/** Compiled statements kept per connection; dynamic filters make more statements than are worth keeping. */
const STATEMENTS_MAX = 500

interface Ready {
  statement: StatementSync
  /** Undefined until the statement first returns a row. */
  build: RowBuilder | undefined
}
interface Template {
  sql: string
  parameters: readonly unknown[]
  changes: readonly TableChange[]
}

/** The dialect is the same for every database, so that compiled statements outlive a connection. */
const templates = new WeakMap<OperationNode, Template>()
const compiler = new SqliteQueryCompiler()

class SqliteSession implements StoreSession {
  readonly #database: DatabaseSync
  readonly #pending: () => Promise<void> | null
  readonly #ready = new Map<string, Ready>()
  readonly #changes = new Set<TableChange>()
  readonly texts = new SqliteTextIndex(this)
  readonly secrets: Secrets

  /** @param pending the end of a commit that the session's statements wait for; null for none */
  constructor(database: DatabaseSync, secrets: Secrets, pending: () => Promise<void> | null = never) {
    this.#database = database
    this.#pending = pending
    this.secrets = secrets
  }

  async all<O>(statement: Statement<O>): Promise<O[]> {
    for (let pending = this.#pending(); pending !== null; pending = this.#pending()) await pending
    const { sql, parameters, changes } = this.#compile(statement.toOperationNode())
    this.#note(changes)
    return this.#rows<O>(this.#prepare(sql), parameters)
  }

  async first<O>(statement: Statement<O>): Promise<O | undefined> {
    return (await this.all(statement))[0]
  }

  async run(statement: Statement<unknown>): Promise<number> {
    const { sql, parameters, changes } = this.#compile(statement.toOperationNode())
    this.#note(changes)
    return Number(this.#prepare(sql).statement.run(...parameters.map(bindable)).changes)
  }

  async allPrepared<P, O>(statement: Prepared<P, O>, values: P): Promise<O[]> {
    for (let pending = this.#pending(); pending !== null; pending = this.#pending()) await pending
    const template = this.#template(statement.node)
    this.#note(template.changes)
    return this.#rows<O>(this.#prepare(template.sql), fill(template, values))
  }

  async firstPrepared<P, O>(statement: Prepared<P, O>, values: P): Promise<O | undefined> {
    return (await this.allPrepared(statement, values))[0]
  }

  async sendPrepared<P>(statement: Prepared<P, unknown>, values: P): Promise<void> {
    const template = this.#template(statement.node)
    this.#note(template.changes)
    this.#prepare(template.sql).statement.run(...fill(template, values).map(bindable))
  }

  async raw<O>(sql: string, values: readonly StoreValue[] = []): Promise<O[]> {
    for (let pending = this.#pending(); pending !== null; pending = this.#pending()) await pending
    this.#note(changesOfText(sql))
    return this.#rows<O>(this.#prepare(sql), values)
  }

  sizes(): Promise<StoreSizes> {
    return sqliteSizes(this)
  }

  tableChanges(): Iterable<TableChange> {
    return this.#changes
  }

  /** Returns the changes of tables since the last call. */
  takeChanges(): Iterable<TableChange> {
    const taken = [...this.#changes]
    this.#changes.clear()
    return taken
  }

  #note(changes: readonly TableChange[]): void {
    for (const change of changes) this.#changes.add(change)
  }

  #rows<O>(ready: Ready, parameters: readonly unknown[]): O[] {
    const rows = ready.statement.all(...parameters.map(bindable)) as unknown as unknown[][]
    if (rows.length === 0) return []
    ready.build ??= rowBuilder(ready.statement.columns())
    return rows.map(ready.build) as O[]
  }

  #compile(node: OperationNode): Template {
    const { sql, parameters } = compiler.compileQuery(node as RootOperationNode, createQueryId())
    return { sql, parameters, changes: changesOf(node) }
  }

  #template(node: OperationNode): Template {
    let template = templates.get(node)
    if (!template) {
      template = this.#compile(node)
      templates.set(node, template)
    }
    return template
  }

  #prepare(sql: string): Ready {
    const known = this.#ready.get(sql)
    if (known) return known
    const statement = this.#database.prepare(sql)
    statement.setReadBigInts(true)
    statement.setReturnArrays(true)
    const ready = { statement, build: undefined }
    if (this.#ready.size >= STATEMENTS_MAX) this.#ready.delete(this.#ready.keys().next().value as string)
    this.#ready.set(sql, ready)
    return ready
  }
}

function never(): null {
  return null
}

function bindable(value: unknown): bigint | number | string | Uint8Array | null {
  if (value === undefined) return null
  if (typeof value === 'boolean') return value ? 1 : 0
  return value as bigint
}

function fill<P>(template: Template, values: P): unknown[] {
  return template.parameters.map((parameter) =>
    parameter instanceof Slot ? (values as Record<string, unknown>)[parameter.name] : parameter,
  )
}

/** The connections of a store. `:memory:` has one. */
interface Connections {
  readonly database: DatabaseSync
  readonly writer: SqliteSession
  readonly commits: SharedCommit
  readonly reader: SqliteSession | null
  close(): void
}

/** @param image pages that a new `:memory:` database begins with */
function connect(path: string, secrets: Secrets, changes: TableChanges, image?: Uint8Array): Connections {
  // SQLite gives its journal the mode of the database file.
  if (path !== ':memory:') closeSync(openSync(path, 'a', 0o600))
  const database = new DatabaseSync(path)
  if (image) database.deserialize(image)
  // Without secure_delete, texts that were replaced or deleted would stay in the free space of the file.
  database.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON; PRAGMA cache_size = -65536; PRAGMA temp_store = MEMORY; PRAGMA secure_delete = ON',
  )
  const readDatabase = path === ':memory:' ? null : new DatabaseSync(path)
  // Mapped, since searches read far and wide: without it a third of their time went into reading pages.
  readDatabase?.exec('PRAGMA query_only = ON; PRAGMA cache_size = -32768; PRAGMA mmap_size = 1073741824')
  const writer = new SqliteSession(database, secrets)
  const commits = new SharedCommit(database, () => changes.note(writer.takeChanges()))
  return {
    database,
    writer,
    commits,
    // Guild views show what has ended: the rows that are read with them must not be older.
    reader: readDatabase ? new SqliteSession(readDatabase, secrets, () => commits.pending) : null,
    close() {
      readDatabase?.close()
      database.close()
    },
  }
}

/** The connections of a store, which an image of the whole database replaces. */
interface Present {
  connections: Connections
  /** Opens the database anew. Counts of changed tables go on. */
  reconnect(image?: Uint8Array): void
}

/** Copies are the pages of the database: an image of 100,000 messages takes some 20 ms. */
function imagesOf(present: Present, path: string, alone: <T>(task: () => Promise<T>) => Promise<T>): StoreImages {
  /** A connection that has been used would crash: its text index keeps statements and cursors on the former pages. */
  async function putPages(image: Uint8Array): Promise<void> {
    const former = present.connections
    present.reconnect(image)
    former.close()
  }

  /** Closing removes the journal, so that the file of the image, which is renamed into place, is the whole store. */
  async function putFile(image: Uint8Array): Promise<void> {
    present.connections.close()
    try {
      await writeFileAtomically(path, image)
    } finally {
      present.reconnect()
    }
  }

  return {
    size: () =>
      alone(async () => {
        const [row] = await present.connections.writer.raw<{ bytes: number }>(
          'SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()',
        )
        return Number(row?.bytes ?? 0)
      }),
    take: () => alone(async () => present.connections.database.serialize()),
    put: (image) => alone(() => (path === ':memory:' ? putPages(image) : putFile(image))),
  }
}

/**
 * The embedded store: `node:sqlite` in WAL mode, one writing connection and one that reads what is committed;
 * `:memory:` has one connection, so there reads wait their turn too. Transactions of one turn of the event loop are
 * committed together.
 *
 * `synchronous = NORMAL`: a commit survives the death of the process at any moment; a power cut may lose the last
 * commits but never damages the file. Without `secrets` sealed columns can be read by this store alone.
 */
export function openSqlite(path: string, secrets = secretsUnder(randomBytes(SECRET_KEY_BYTES))): Store {
  const changes = new TableChanges()
  const present: Present = {
    connections: connect(path, secrets, changes),
    reconnect(image) {
      present.connections = connect(path, secrets, changes, image)
      changes.noteAll()
    },
  }
  const queue = new SerialQueue()
  let closed = false

  return {
    dialect: 'sqlite',
    changes,
    read: (use) => {
      const { reader, writer } = present.connections
      return reader ? use(reader) : queue.run(() => use(writer))
    },
    async transaction(use, hooks = {}) {
      const whenCommitted = await queue.run(() => {
        if (closed) throw new Error('The store is closed')
        const { commits, writer } = present.connections
        return commits.run(
          async () => {
            const result = await use(writer)
            await hooks.last?.(writer, result)
            return result
          },
          (result) => ({ ended: () => hooks.committed?.(result), committed: () => hooks.durable?.(result) }),
        )
      })
      return whenCommitted()
    },
    lock: (_session, _name, next) => next({ version: null, newestId: 0n }),
    // Reads of `:memory:` are already in the queue.
    readHeld: (session, _name, use) => {
      const { reader } = present.connections
      return reader ? alone(() => use(reader)) : use(session)
    },
    // Deleted rows are overwritten when they go; the journal has their former pages until it begins anew.
    erase: () => alone(async () => void present.connections.database.exec('PRAGMA wal_checkpoint(TRUNCATE)')),
    images: 'serialize' in DatabaseSync.prototype ? imagesOf(present, path, alone) : null,
    close: () =>
      alone(async () => {
        if (closed) return
        closed = true
        present.connections.close()
      }),
  }

  /** Runs a task while no transaction runs, after the commit of those that have ended. */
  function alone<T>(task: () => Promise<T>): Promise<T> {
    return queue.run(() => {
      present.connections.commits.commit()
      return task()
    })
  }
}
