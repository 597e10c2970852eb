import type { Application } from '../../../kernel/model.ts'
import type { Work } from '../../../kernel/work.ts'
import * as store from '../store.ts'

/** Removes the widget of a game from all profiles, because the game no longer knows its players. [AUT-24] */
export function purgeProfileWidgets(work: Work, { id }: Application): Promise<void> {
  return store.deleteProfileWidgetsOf(work, id)
}

/** Deletes the widgets of an application that is deleted. */
export function deleteWidgetConfigs(work: Work, { id }: Application): Promise<void> {
  return store.deleteConfigsOf(work, id)
}
