import type { Snowflake } from '@guildhall/protocol'
import type { RegistrationBlockTable } from '../../../kernel/store/account-tables.ts'
import { db } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'

/** Returns all blocks, newest first. */
export async function listBlocks(session: StoreSession): Promise<RegistrationBlockTable[]> {
  return session.all(db.selectFrom('registration_blocks').selectAll().orderBy('id', 'desc'))
}

/** Returns the blocks of messages and files. */
export async function listContentBlocks(
  session: StoreSession,
): Promise<Pick<RegistrationBlockTable, 'kind' | 'value'>[]> {
  const kinds = ['word', 'link', 'file_sha256'] as const
  return session.all(
    db
      .selectFrom('registration_blocks')
      .select(['kind', 'value'])
      .where('kind', 'in', [...kinds]),
  )
}

/** Returns the blocks of registrations. */
export async function listRegistrationBlocks(
  session: StoreSession,
): Promise<Pick<RegistrationBlockTable, 'kind' | 'value'>[]> {
  const kinds = ['mail_domain', 'network'] as const
  return session.all(
    db
      .selectFrom('registration_blocks')
      .select(['kind', 'value'])
      .where('kind', 'in', [...kinds]),
  )
}

/** Returns the number of blocks. */
export async function countBlocks(session: StoreSession): Promise<number> {
  const count = db.selectFrom('registration_blocks').select((eb) => eb.fn.countAll().as('count'))
  return Number((await session.first(count))?.count ?? 0)
}

/** Inserts a block. Returns false if there is the same one. */
export async function insertBlock(session: StoreSession, block: RegistrationBlockTable): Promise<boolean> {
  const insert = db.insertInto('registration_blocks').values(block)
  return (await session.run(insert.onConflict((conflict) => conflict.columns(['kind', 'value']).doNothing()))) > 0
}

/** Returns a block. */
export async function findBlock(session: StoreSession, id: Snowflake): Promise<RegistrationBlockTable | undefined> {
  return session.first(db.selectFrom('registration_blocks').selectAll().where('id', '=', id))
}

/** Deletes a block. */
export async function deleteBlock(session: StoreSession, id: Snowflake): Promise<void> {
  await session.run(db.deleteFrom('registration_blocks').where('id', '=', id))
}
