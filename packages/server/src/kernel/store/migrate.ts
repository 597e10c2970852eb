import { type Store, type StoreSession, StoreTooNewError } from './store.ts'

/** SQL that all dialects share, or statements of each dialect's own for what they say differently. */
export type MigrationStep = string | Readonly<Record<Store['dialect'], readonly string[]>>

const MIGRATIONS = 'CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY)'

/**
 * Brings a store to the newest shape, each migration in its own transaction with its number.
 * A store with more migrations than the program knows is refused. Answers how many were applied.
 */
export async function migrate(store: Store, migrations: readonly (readonly MigrationStep[])[]): Promise<number> {
  const applied = await appliedMigrations(store, migrations.length)
  for (let number = applied + 1; number <= migrations.length; number += 1) {
    await store.transaction(async (session) => {
      const [done] = await store.lock(session, 'migrations', () =>
        session.raw<{ number: number }>(`SELECT number FROM migrations WHERE number = ${number}`),
      )
      if (done) return // another node was faster
      await apply(session, store.dialect, { number, steps: migrations[number - 1] ?? [] })
    })
  }
  return migrations.length - applied
}

/**
 * Returns the number of the newest migration of a store; 0 for an empty one.
 *
 * @throws StoreTooNewError for a store with more migrations than `known`
 */
export async function appliedMigrations(store: Store, known: number): Promise<number> {
  return store.transaction(async (session) => {
    const applied = await newestOf(store, session)
    await demandKnown(session, applied, known)
    return applied
  })
}

/** Brings an existing store to the newest shape in one transaction: a failure leaves it as it was. */
export async function migrateAtOnce(store: Store, migrations: readonly (readonly MigrationStep[])[]): Promise<void> {
  await store.transaction(async (session) => {
    const applied = await newestOf(store, session)
    await demandKnown(session, applied, migrations.length)
    await applyMigrations(session, store.dialect, migrations, applied)
  })
}

/** Applies the migrations after the first `applied` ones, within a transaction. */
export async function applyMigrations(
  session: StoreSession,
  dialect: Store['dialect'],
  migrations: readonly (readonly MigrationStep[])[],
  applied = 0,
): Promise<void> {
  await session.raw(MIGRATIONS)
  for (const [index, steps] of migrations.slice(applied).entries())
    await apply(session, dialect, { number: applied + index + 1, steps })
}

async function newestOf(store: Store, session: StoreSession): Promise<number> {
  await store.lock(session, 'migrations', () => session.raw(MIGRATIONS))
  const [row] = await session.raw<{ newest: number | null }>('SELECT max(number) AS newest FROM migrations')
  return Number(row?.newest ?? 0)
}

async function apply(
  session: StoreSession,
  dialect: Store['dialect'],
  { number, steps }: { number: number; steps: readonly MigrationStep[] },
): Promise<void> {
  for (const step of steps) {
    for (const statement of typeof step === 'string' ? [step] : step[dialect]) await session.raw(statement)
  }
  await session.raw(`INSERT INTO migrations (number) VALUES (${number})`)
}

async function demandKnown(session: StoreSession, applied: number, known: number): Promise<void> {
  if (applied <= known) return
  const [row] = await session.raw<{ value: string }>("SELECT value FROM meta WHERE key = 'version'")
  throw new StoreTooNewError(
    `This store has migration ${applied}, but this program knows ${known}: it was written by a newer version${row ? ` (${row.value})` : ''}. ` +
      'Use that one, or guildhall upgrade --return within a week of the upgrade, or guildhall restore.',
  )
}
