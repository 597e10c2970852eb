import { randomBytes } from 'node:crypto'
import { createQueryId, type OperationNode, PostgresQueryCompiler, type RootOperationNode } from 'kysely'
import postgres, { type ReservedSql, type Sql } from 'postgres'
import { SECRET_KEY_BYTES, type Secrets, secretsUnder } from '../../kernel/store/secrets.ts'
import { type Prepared, Slot, type Statement, type StoreValue } from '../../kernel/store/statement.ts'
import type { Store, StoreSession } from '../../kernel/store/store.ts'
import { PostgresTextIndex } from './postgres-text-index.ts'

const CONNECTIONS_MAX = 10
const RETRIES_MAX = 5
/** Serialisation failure and deadlock: the transaction did nothing and may be run again. */
const RETRIED = new Set(['40001', '40P01'])
/** Type numbers of int8 and float8. */
const INT8 = 20
const FLOAT8 = 701

interface Template {
  sql: string
  parameters: readonly unknown[]
}

const compiler = new PostgresQueryCompiler()

function compile(node: OperationNode): Template {
  const { sql, parameters } = compiler.compileQuery(node as RootOperationNode, createQueryId())
  return { sql, parameters }
}

class PostgresSession implements StoreSession {
  readonly #sql: Sql | ReservedSql
  readonly #templates: WeakMap<OperationNode, Template>
  readonly texts = new PostgresTextIndex(this)
  readonly secrets: Secrets

  constructor(sql: Sql | ReservedSql, templates: WeakMap<OperationNode, Template>, secrets: Secrets) {
    this.#sql = sql
    this.#templates = templates
    this.secrets = secrets
  }

  async all<O>(statement: Statement<O>): Promise<O[]> {
    const { sql, parameters } = compile(statement.toOperationNode())
    return this.#rows<O>(sql, parameters)
  }

  async first<O>(statement: Statement<O>): Promise<O | undefined> {
    return (await this.all(statement))[0]
  }

  async run(statement: Statement<unknown>): Promise<number> {
    const { sql, parameters } = compile(statement.toOperationNode())
    return (await this.#execute(sql, parameters)).count ?? 0
  }

  async allPrepared<P, O>(statement: Prepared<P, O>, values: P): Promise<O[]> {
    const template = this.#template(statement.node)
    return this.#rows<O>(template.sql, fill(template, values))
  }

  async firstPrepared<P, O>(statement: Prepared<P, O>, values: P): Promise<O | undefined> {
    return (await this.allPrepared(statement, values))[0]
  }

  async runPrepared<P>(statement: Prepared<P, unknown>, values: P): Promise<number> {
    const template = this.#template(statement.node)
    return (await this.#execute(template.sql, fill(template, values))).count ?? 0
  }

  async raw<O>(sql: string, values: readonly StoreValue[] = []): Promise<O[]> {
    return this.#rows<O>(sql, values)
  }

  /** Raw SQL that is planned anew for the very values: for statements whose best way depends on them. */
  async once<O>(sql: string, values: readonly StoreValue[] = []): Promise<O[]> {
    return [...(await this.#sql.unsafe(sql, values.map(bindable) as never[], { prepare: false }))] as O[]
  }

  async #rows<O>(sql: string, parameters: readonly unknown[]): Promise<O[]> {
    return [...(await this.#execute(sql, parameters))] as O[]
  }

  #execute(sql: string, parameters: readonly unknown[]) {
    return this.#sql.unsafe(sql, parameters.map(bindable) as never[], { prepare: true })
  }

  #template(node: OperationNode): Template {
    let template = this.#templates.get(node)
    if (!template) {
      template = compile(node)
      this.#templates.set(node, template)
    }
    return template
  }
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

/** Waits of this process for the same name, in order: cheaper than waiting for each other in the database. */
class NamedQueues {
  readonly #last = new Map<string, Promise<void>>()

  async enter(name: string): Promise<() => void> {
    const before = this.#last.get(name)
    let leave: () => void = () => undefined
    const mine = new Promise<void>((resolve) => {
      leave = resolve
    })
    this.#last.set(name, mine)
    await before
    return () => {
      if (this.#last.get(name) === mine) this.#last.delete(name)
      leave()
    }
  }
}

/**
 * PostgreSQL by the address given. BIGINT columns come as bigint; counts, which PostgreSQL makes int8 too, are turned to
 * numbers by those who ask for them. Without `secrets` sealed columns can be read by this store alone.
 */
export function openPostgres(url: string, options: { connectionsMax?: number; secrets?: Secrets } = {}): Store {
  const secrets = options.secrets ?? secretsUnder(randomBytes(SECRET_KEY_BYTES))
  const sql = postgres(url, {
    max: options.connectionsMax ?? CONNECTIONS_MAX,
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
  })
  const templates = new WeakMap<OperationNode, Template>()
  const queues = new NamedQueues()
  const leaving = new WeakMap<StoreSession, (() => void)[]>()

  async function attempt<T>(use: (session: StoreSession) => Promise<T>, committed?: (result: T) => void): Promise<T> {
    const connection = await sql.reserve()
    const session = new PostgresSession(connection, templates, secrets)
    leaving.set(session, [])
    try {
      await connection.unsafe('BEGIN')
      try {
        const result = await use(session)
        await connection.unsafe('COMMIT')
        committed?.(result)
        return result
      } catch (error) {
        await connection.unsafe('ROLLBACK')
        throw error
      }
    } finally {
      connection.release()
      for (const leave of leaving.get(session) ?? []) leave()
    }
  }

  return {
    dialect: 'postgres',
    read: (use) => use(new PostgresSession(sql, templates, secrets)),
    async transaction(use, committed) {
      for (let tries = 1; ; tries += 1) {
        try {
          return await attempt(use, committed)
        } catch (error) {
          if (tries >= RETRIES_MAX || !RETRIED.has((error as { code?: string }).code ?? '')) throw error
        }
      }
    },
    async lock(session, name) {
      const held = leaving.get(session)
      if (!held) throw new Error('Only a transaction may lock')
      held.push(await queues.enter(name))
      await session.raw('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [name])
    },
    close: () => sql.end({ timeout: 5 }),
  }
}
