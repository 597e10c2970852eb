import type { Snowflake } from '@guildhall/protocol'
import type { Application } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import type { Players } from '../../../accounts/applications/consequences.ts'
import type { WidgetConfig } from '../model.ts'
import * as store from '../store.ts'

/** Removes the widget of a game from all profiles, because the game no longer knows its players. [AUT-24] */
export function purgeProfileWidgets(work: Work, { application: { id } }: Players): Promise<void> {
  return store.deleteProfileWidgetsOf(work, id)
}

/** Deletes the widgets of an application that is deleted. */
export function deleteWidgetConfigs(work: Work, { id }: Application): Promise<void> {
  return store.deleteConfigsOf(work, id)
}

/** Stores a new or changed configuration. No event names widgets: clients read them with the profile. */
export function saveConfig(work: Work, config: WidgetConfig): Promise<void> {
  return store.saveConfig(work, config)
}

/** Deletes a configuration. Profiles no longer show the widget. */
export function deleteConfig(work: Work, id: Snowflake): Promise<void> {
  return store.deleteConfig(work, id)
}

/** Replaces the widgets of a profile. */
export function saveProfileWidgets(
  work: Work,
  userId: Snowflake,
  widgets: Parameters<typeof store.replaceProfileWidgets>[2],
): Promise<void> {
  return store.replaceProfileWidgets(work, userId, widgets)
}
