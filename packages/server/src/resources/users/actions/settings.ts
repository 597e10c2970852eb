import { userTopic } from '../../../kernel/event.ts'
import type { User } from '../../../kernel/model.ts'
import type { Work } from '../../../kernel/work.ts'
import { userSettingsUpdate } from '../events.ts'
import { updateUser } from '../store.ts'

/** Stores the settings of a person and emits USER_SETTINGS_UPDATE if one changed. */
export async function saveSettings(work: Work, before: User, after: User): Promise<void> {
  const same = before.friend_sources === after.friend_sources && before.profile_visibility === after.profile_visibility
  if (same) return
  await updateUser(work, after)
  work.emit(userSettingsUpdate, userTopic(after.id), after)
}
