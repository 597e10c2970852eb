import type { DatabaseSync, StatementSync } from 'node:sqlite'

/** Transactions that are committed together. Beyond it the next one begins another group. */
const GROUP_MAX = 64

/** Callbacks of one transaction of a group. Neither may throw. */
export interface Following {
  /** Runs when the transaction has ended, before the next one begins. */
  ended(): void
  /** Runs at the commit, in the order of the transactions. */
  committed(): void
}

interface Group {
  /** Of the transactions that have ended. */
  readonly followings: Following[]
  readonly settled: Promise<void>
  readonly settle: () => void
  /** Why the commit failed. */
  error: unknown
  /** Whether it is committed as soon as no transaction runs. */
  due: boolean
}

/**
 * Commits the transactions of one turn of the event loop together. A commit costs as much as all statements of a small
 * transaction. Each transaction behind the first is a savepoint, so one that fails leaves the others.
 *
 * Until the commit, rows of ended transactions are visible on the writing connection only.
 */
export class SharedCommit {
  readonly #database: DatabaseSync
  readonly #visible: () => void
  readonly #statements = new Map<string, StatementSync>()
  #open: Group | null = null
  #running = false

  /** @param visible runs when a commit has made rows visible, or was undone, before anything else follows */
  constructor(database: DatabaseSync, visible: () => void = () => undefined) {
    this.#database = database
    this.#visible = visible
  }

  /** The end of the commit that rows of ended transactions wait for; null without such rows. Never rejects. */
  get pending(): Promise<void> | null {
    return this.#open !== null && this.#open.followings.length > 0 ? this.#open.settled : null
  }

  /**
   * Runs a transaction while no other runs. Returns a function that resolves when it is committed, and rejects when it
   * is not.
   */
  async run<T>(use: () => Promise<T>, follow: (result: T) => Following): Promise<() => Promise<T>> {
    const group = this.#open ?? this.#begin()
    const isFirst = group.followings.length === 0
    if (!isFirst) this.#execute('SAVEPOINT one')
    this.#running = true
    let result: T
    try {
      result = await use()
      if (!isFirst) this.#execute('RELEASE one')
    } catch (error) {
      this.#rollBack(group, isFirst, error)
      throw error
    } finally {
      this.#running = false
    }
    const following = follow(result)
    group.followings.push(following)
    following.ended()
    if (group.due || group.followings.length >= GROUP_MAX) this.commit()
    return async () => {
      await group.settled
      if (group.error !== undefined) throw group.error
      return result
    }
  }

  /** Commits what has ended. Called while no transaction runs. */
  commit(): void {
    const group = this.#open
    if (group === null) return
    this.#open = null
    try {
      this.#execute('COMMIT')
      this.#visible()
      for (const { committed } of group.followings) committed()
    } catch (error) {
      group.error = error
      if (this.#database.isTransaction) this.#execute('ROLLBACK')
      this.#visible()
    }
    group.settle()
  }

  #begin(): Group {
    this.#execute('BEGIN IMMEDIATE')
    const { promise: settled, resolve: settle } = Promise.withResolvers<void>()
    const group: Group = { followings: [], settled, settle, error: undefined, due: false }
    this.#open = group
    setImmediate(() => {
      if (this.#open !== group) return
      if (this.#running) group.due = true
      else this.commit()
    })
    return group
  }

  /** Undoes the transaction that failed. SQLite itself undoes the whole group after some errors, as of a full disk. */
  #rollBack(group: Group, isFirst: boolean, error: unknown): void {
    if (this.#database.isTransaction && !isFirst) {
      this.#execute('ROLLBACK TO one')
      this.#execute('RELEASE one')
      if (group.due) this.commit()
      return
    }
    this.#open = null
    if (this.#database.isTransaction) this.#execute('ROLLBACK')
    this.#visible()
    group.error = error
    group.settle()
  }

  #execute(sql: string): void {
    let statement = this.#statements.get(sql)
    if (!statement) {
      statement = this.#database.prepare(sql)
      this.#statements.set(sql, statement)
    }
    statement.run()
  }
}
