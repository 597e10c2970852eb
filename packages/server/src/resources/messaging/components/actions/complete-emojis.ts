import type { Faults, FieldPath, Snowflake } from '@guildhall/protocol'
import type { StoredEmoji } from '../../../../kernel/model.ts'
import type { StoreSession } from '../../../../kernel/store/store.ts'
import { findApplication } from '../../../accounts/applications/index.ts'
import { isUnicodeEmoji, listEmojisById } from '../../../guild/emojis/index.ts'
import type { EmojiUse } from '../walk.ts'

/**
 * Looks up the emojis that components or a poll use, and completes them with their real names. A custom emoji must
 * exist, and an application's emoji must belong to `ownerId`. An emoji without an id must be a Unicode emoji.
 * @param ownerId id of the application or of its bot
 * @param reject adds the fault of the emoji at a path
 */
export async function completeEmojis(
  session: StoreSession,
  uses: readonly EmojiUse[],
  ownerId: Snowflake,
  reject: (path: FieldPath) => void,
): Promise<void> {
  const known = await listEmojisById(
    session,
    uses.flatMap(({ stored }) => (stored.id === undefined ? [] : [BigInt(stored.id)])),
  )
  for (const { stored, path } of uses) {
    if (stored.id === undefined) {
      if (!isUnicodeEmoji(stored.name)) reject([...path, 'name'])
      continue
    }
    const emoji = known.get(BigInt(stored.id))
    if (!emoji || !(await isUsableBy(session, emoji, ownerId))) {
      reject([...path, 'id'])
      continue
    }
    stored.name = emoji.name
    if (emoji.animated) stored.animated = true
  }
}

async function isUsableBy(session: StoreSession, emoji: StoredEmoji, ownerId: Snowflake): Promise<boolean> {
  const { application_id } = emoji
  if (application_id === null || application_id === ownerId) return true
  return (await findApplication(session, application_id))?.bot_id === ownerId
}

/** Returns a function that adds the fault of a component's emoji that is unknown or not usable. */
export function emojiFaults(faults: Faults): (path: FieldPath) => void {
  return (path) => faults.add(path, 'COMPONENT_INVALID_EMOJI', 'Invalid emoji')
}
