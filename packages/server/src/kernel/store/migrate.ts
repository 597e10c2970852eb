import { type Store, StoreTooNewError } from './store.ts'

/** SQL that all dialects share, or statements of each dialect's own for what they say differently. */
export type MigrationStep = string | Readonly<Record<Store['dialect'], readonly string[]>>

/**
 * Brings a store to the newest shape, each migration in its own transaction with its number.
 * A store with more migrations than the program knows is refused. Answers how many were applied.
 */
export async function migrate(store: Store, migrations: readonly (readonly MigrationStep[])[]): Promise<number> {
  const applied = await store.transaction(async (session) => {
    await store.lock(session, 'migrations', () =>
      session.raw('CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY)'),
    )
    const [row] = await session.raw<{ newest: number | null }>('SELECT max(number) AS newest FROM migrations')
    return Number(row?.newest ?? 0)
  })
  if (applied > migrations.length) {
    throw new StoreTooNewError(
      `This store has migration ${applied}, but this program knows ${migrations.length}: it was written by a newer version`,
    )
  }
  for (let number = applied + 1; number <= migrations.length; number += 1) {
    await store.transaction(async (session) => {
      const [done] = await store.lock(session, 'migrations', () =>
        session.raw<{ number: number }>(`SELECT number FROM migrations WHERE number = ${number}`),
      )
      if (done) return // another node was faster
      for (const step of migrations[number - 1] ?? []) {
        for (const statement of typeof step === 'string' ? [step] : step[store.dialect]) await session.raw(statement)
      }
      await session.raw(`INSERT INTO migrations (number) VALUES (${number})`)
    })
  }
  return migrations.length - applied
}
