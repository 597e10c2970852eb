import { isDeepStrictEqual } from 'node:util'
import { userTopic } from '../../../../kernel/event.ts'
import type { User } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { userSettingsUpdate } from '../events.ts'
import type { ClientSettings } from '../settings-model.ts'
import { putClientSettings } from '../settings-store.ts'
import { updateUser } from '../store.ts'

/** A person with settings that the server applies, and settings that it only stores for clients. */
export interface PersonSettings {
  readonly user: User
  readonly settings: ClientSettings
}

/** Stores the settings of a person and emits USER_SETTINGS_UPDATE if one changed. */
export async function saveSettings(work: Work, before: PersonSettings, after: PersonSettings): Promise<void> {
  const userChanged = !isDeepStrictEqual(before.user, after.user)
  const settingsChanged = !isDeepStrictEqual(before.settings, after.settings)
  if (!userChanged && !settingsChanged) return
  if (userChanged) await updateUser(work, after.user)
  if (settingsChanged) await putClientSettings(work, after.user.id, after.settings)
  work.emit(userSettingsUpdate, userTopic(after.user.id), after)
}
