import type { Snowflake } from '@guildhall/protocol'
import { db } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'
import type { Tables } from '../../../kernel/store/tables.ts'
import type { QuickLink, QuickLinkData } from './model.ts'

/** Inserts a quick link. */
export async function insertQuickLink(
  session: StoreSession,
  { id, application_id, ...data }: QuickLink,
): Promise<void> {
  await session.run(db.insertInto('quick_links').values({ id, application_id, data: JSON.stringify(data) }))
}

/** Replaces the fields of a quick link. */
export async function updateQuickLink(
  session: StoreSession,
  { id, application_id: _, ...data }: QuickLink,
): Promise<void> {
  await session.run(
    db
      .updateTable('quick_links')
      .set({ data: JSON.stringify(data) })
      .where('id', '=', id),
  )
}

/** Deletes a quick link. */
export async function deleteQuickLink(session: StoreSession, id: Snowflake): Promise<void> {
  await session.run(db.deleteFrom('quick_links').where('id', '=', id))
}

/** Returns a quick link of an application. */
export async function findQuickLink(
  session: StoreSession,
  applicationId: Snowflake,
  id: Snowflake,
): Promise<QuickLink | undefined> {
  const row = await session.first(
    db.selectFrom('quick_links').selectAll().where('id', '=', id).where('application_id', '=', applicationId),
  )
  return row && linkOf(row)
}

/** Returns all quick links of an application. */
export async function listQuickLinks(session: StoreSession, applicationId: Snowflake): Promise<QuickLink[]> {
  const rows = await session.all(db.selectFrom('quick_links').selectAll().where('application_id', '=', applicationId))
  return rows.map(linkOf)
}

/** Deletes all quick links of an application. */
export async function deleteQuickLinks(session: StoreSession, applicationId: Snowflake): Promise<void> {
  await session.run(db.deleteFrom('quick_links').where('application_id', '=', applicationId))
}

function linkOf({ id, application_id, data }: Tables['quick_links']): QuickLink {
  return { id, application_id, ...(JSON.parse(data) as QuickLinkData) }
}
