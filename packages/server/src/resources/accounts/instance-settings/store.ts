import type { Secrets } from '../../../kernel/store/secrets.ts'
import { db } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'
import type { Work } from '../../../kernel/work.ts'
import { type InstanceSettings, isSettingName, SETTING_NAMES, SETTINGS, type SettingName } from './model.ts'

const LINK_PREVIEWS = 'link_previews' satisfies SettingName

const placeOf = (name: SettingName) => `instance_settings.${name}`

/** Returns the settings that are in force: those of the environment, then stored ones, then the initial values. */
export async function settingsOf(work: Work): Promise<InstanceSettings> {
  const given = work.hosting.settings
  const stored = await listSettings(work)
  const entries = SETTING_NAMES.map((name) => {
    if (Object.hasOwn(given, name)) return [name, given[name]]
    return [name, stored.has(name) ? stored.get(name) : SETTINGS[name].initial]
  })
  return Object.fromEntries(entries) as InstanceSettings
}

/** Returns whether links in messages get previews, which each message with a link asks. */
export async function areLinksPreviewed(work: Work): Promise<boolean> {
  const { settings } = work.hosting
  if (Object.hasOwn(settings, LINK_PREVIEWS)) return settings[LINK_PREVIEWS] === true
  const row = await work.first(db.selectFrom('instance_settings').select('value').where('name', '=', LINK_PREVIEWS))
  return row ? JSON.parse(row.value) === true : SETTINGS[LINK_PREVIEWS].initial
}

/** Returns the stored settings. Rows of later versions, with names that this one does not know, are left out. */
async function listSettings(session: StoreSession): Promise<Map<SettingName, unknown>> {
  const rows = await session.all(db.selectFrom('instance_settings').selectAll())
  const known = new Map<SettingName, unknown>()
  for (const { name, value } of rows) {
    if (!isSettingName(name)) continue
    known.set(name, JSON.parse(SETTINGS[name].isSecret ? session.secrets.open(value, placeOf(name)) : value))
  }
  return known
}

/** Inserts or replaces a setting. */
export async function putSetting(session: StoreSession, name: SettingName, given: unknown): Promise<void> {
  const text = JSON.stringify(given)
  const value = SETTINGS[name].isSecret ? session.secrets.seal(text, placeOf(name)) : text
  const insert = db.insertInto('instance_settings').values({ name, value })
  await session.run(insert.onConflict((conflict) => conflict.column('name').doUpdateSet({ value })))
}

/** Encrypts secret settings under the key of the store, which may be another one than before. */
export async function resealSettings(session: StoreSession, from: Secrets): Promise<void> {
  for (const { name, value } of await session.all(db.selectFrom('instance_settings').selectAll())) {
    if (!isSettingName(name) || !SETTINGS[name].isSecret) continue
    await putSetting(session, name, JSON.parse(from.open(value, placeOf(name))))
  }
}
