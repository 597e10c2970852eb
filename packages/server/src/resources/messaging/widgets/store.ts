import type { Snowflake } from '@guildhall/protocol'
import { pack, unpack } from '../../../kernel/json.ts'
import type { WidgetConfigTable } from '../../../kernel/store/game-tables.ts'
import { db } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'
import type { ProfileWidget, WidgetConfig } from './model.ts'

function configOfRow({ data, ...columns }: WidgetConfigTable): WidgetConfig {
  return { ...columns, ...unpack<Pick<WidgetConfig, 'display_name' | 'surfaces'>>(data) }
}

/** Returns a configuration of an application. */
export async function findConfig(
  session: StoreSession,
  applicationId: Snowflake,
  id: Snowflake,
): Promise<WidgetConfig | undefined> {
  const row = await session.first(
    db.selectFrom('widget_configs').selectAll().where('id', '=', id).where('application_id', '=', applicationId),
  )
  return row && configOfRow(row)
}

/** Lists the configurations of an application, oldest first. */
export async function listConfigs(session: StoreSession, applicationId: Snowflake): Promise<WidgetConfig[]> {
  const rows = await session.all(
    db.selectFrom('widget_configs').selectAll().where('application_id', '=', applicationId).orderBy('id'),
  )
  return rows.map(configOfRow)
}

/** Lists the published configurations of some applications, the one published last first. */
export async function listPublishedConfigs(
  session: StoreSession,
  applicationIds: readonly Snowflake[],
): Promise<WidgetConfig[]> {
  if (applicationIds.length === 0) return []
  const rows = await session.all(
    db
      .selectFrom('widget_configs')
      .selectAll()
      .where('application_id', 'in', applicationIds)
      .where('published_at', 'is not', null)
      .orderBy('published_at', 'desc')
      .orderBy('id', 'desc'),
  )
  return rows.map(configOfRow)
}

/** Inserts a configuration, or overwrites the one with its id. */
export async function saveConfig(session: StoreSession, config: WidgetConfig): Promise<void> {
  const { id, application_id, published_at, updated_at, ...data } = config
  const values = { published_at, updated_at, data: pack(data) }
  await session.run(
    db
      .insertInto('widget_configs')
      .values({ id, application_id, ...values })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(values)),
  )
}

/** Deletes a configuration. */
export async function deleteConfig(session: StoreSession, id: Snowflake): Promise<void> {
  await session.run(db.deleteFrom('widget_configs').where('id', '=', id))
}

/** Lists the widgets of a profile in their order. */
export function listProfileWidgets(session: StoreSession, userId: Snowflake): Promise<ProfileWidget[]> {
  return session.all(
    db.selectFrom('profile_widgets').selectAll().where('user_id', '=', userId).orderBy('position').orderBy('id'),
  )
}

/** Replaces the widgets of a profile. */
export async function replaceProfileWidgets(
  session: StoreSession,
  userId: Snowflake,
  widgets: readonly ProfileWidget[],
): Promise<void> {
  await session.run(db.deleteFrom('profile_widgets').where('user_id', '=', userId))
  if (widgets.length > 0) await session.run(db.insertInto('profile_widgets').values([...widgets]))
}

/** Removes the widgets of an application from all profiles. */
export async function deleteProfileWidgetsOf(session: StoreSession, applicationId: Snowflake): Promise<void> {
  await session.run(db.deleteFrom('profile_widgets').where('application_id', '=', applicationId))
}

/** Deletes the configurations of an application. */
export async function deleteConfigsOf(session: StoreSession, applicationId: Snowflake): Promise<void> {
  await session.run(db.deleteFrom('widget_configs').where('application_id', '=', applicationId))
}
