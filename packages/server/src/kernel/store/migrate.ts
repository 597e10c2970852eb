import { type Store, type StoreSession, StoreTooNewError } from './store.ts'

/** SQL that all dialects share, or statements of each dialect's own for what they say differently. */
export type MigrationStep = string | Readonly<Record<Store['dialect'], readonly string[]>>

type Migrations = readonly (readonly MigrationStep[])[]

/**
 * Step of a migration without which no program can use the store: it removes or changes what the former version uses,
 * or the former version does not write what this one needs. Other migrations only add, and programs without them start
 * on the store too.
 */
export const ENDS_FORMER: MigrationStep = { sqlite: [], postgres: [] }

const MIGRATIONS = 'CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY)'
/** Key of `meta` with the number of the newest migration that a program must know in order to use the store. */
const READABLE_FROM = 'readable_from'

/** Returns the number of the newest migration that every program on a store with these must know; 0 for none. */
export function readableFrom(migrations: Migrations): number {
  return migrations.findLastIndex((steps) => steps.includes(ENDS_FORMER)) + 1
}

/**
 * Returns the number of the newest migration of a store; 0 for an empty one.
 *
 * @throws StoreTooNewError for a store that only programs with more migrations than `known` can use
 */
export async function appliedMigrations(store: Store, known: number): Promise<number> {
  return store.transaction(async (session) => {
    const applied = await newestOf(store, session)
    await demandKnown(session, applied, known)
    return applied
  })
}

/**
 * Brings a store to the newest shape in one transaction: a failure leaves it as it was. One of several nodes applies
 * the migrations. A store that a newer program has changed too much is refused.
 *
 * @returns how many were applied
 */
export async function migrate(store: Store, migrations: Migrations): Promise<number> {
  return store.transaction(async (session) => {
    const applied = await newestOf(store, session)
    await demandKnown(session, applied, migrations.length)
    await applyMigrations(session, store.dialect, migrations, applied)
    return Math.max(0, migrations.length - applied)
  })
}

/** Applies the migrations after the first `applied` ones, within a transaction. */
export async function applyMigrations(
  session: StoreSession,
  dialect: Store['dialect'],
  migrations: Migrations,
  applied = 0,
): Promise<void> {
  await session.raw(MIGRATIONS)
  for (const [index, steps] of migrations.slice(applied).entries())
    await apply(session, dialect, { number: applied + index + 1, steps })
  if (migrations.length > applied) await saveReadableFrom(session, migrations)
}

/** Stores which programs can use the store, unless no migration has ended former ones. */
async function saveReadableFrom(session: StoreSession, applied: Migrations): Promise<void> {
  const number = readableFrom(applied)
  if (number === 0) return
  await session.raw(
    `INSERT INTO meta (key, value) VALUES ('${READABLE_FROM}', '${number}')
     ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
  )
}

async function newestOf(store: Store, session: StoreSession): Promise<number> {
  await store.lock(session, 'migrations', () => session.raw(MIGRATIONS), { isPatient: true })
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
  const rows = await session.raw<{ key: string; value: string }>(
    `SELECT key, value FROM meta WHERE key IN ('version', '${READABLE_FROM}')`,
  )
  const meta = new Map(rows.map(({ key, value }) => [key, value]))
  const needed = Number(meta.get(READABLE_FROM) ?? applied)
  if (needed <= known) return
  const version = meta.get('version')
  throw new StoreTooNewError(
    `This store has migration ${applied}, but this program knows ${known}, and ${needed} is the oldest that can use it: ` +
      `it was written by a newer version${version ? ` (${version})` : ''}. ` +
      'Use that one, or guildhall upgrade --return within a week of the upgrade, or guildhall restore.',
  )
}
