import { EMOJI_NAME_MAX, type Faults, type FieldPath, type Snowflake } from '@guildhall/protocol'
import type { StoredEmoji } from '../../kernel/model.ts'
import type { StoreSession } from '../../kernel/store/store.ts'
import { OptionalNullable, SnowflakeId, type Static, Text, Type } from '../../validation/schema.ts'
import { findApplication } from '../applications/index.ts'
import { isUnicodeEmoji, listEmojisById } from '../emojis/index.ts'

/** A custom emoji by its id, or a Unicode one by its name. */
export const PartialEmoji = Type.Object({
  id: OptionalNullable(SnowflakeId),
  name: OptionalNullable(Text(0, EMOJI_NAME_MAX)),
  animated: OptionalNullable(Type.Boolean()),
})

export interface KeptEmoji {
  id?: string
  name: string
  animated?: boolean
}

/** An emoji that something names: what is kept of it, to be completed, and where a fault goes. */
export interface EmojiUse {
  readonly kept: KeptEmoji
  readonly path: FieldPath
}

/** The emoji as it is kept, before anybody looked whether it exists. */
export function keptEmoji({ id, name }: Static<typeof PartialEmoji>): KeptEmoji {
  return id == null ? { name: name ?? '' } : { id: id.toString(), name: name ?? '' }
}

/**
 * Looks up the emojis that were named and completes them by their real name. A custom one must be there, and one of an
 * application be its own; a name alone must be a Unicode emoji.
 * @param ownerId the application, or its bot
 * @param refuse notes that the emoji at a path is none, or not for them
 */
export async function completeEmojis(
  session: StoreSession,
  uses: readonly EmojiUse[],
  ownerId: Snowflake,
  refuse: (path: FieldPath) => void,
): Promise<void> {
  const known = await listEmojisById(
    session,
    uses.flatMap(({ kept }) => (kept.id === undefined ? [] : [BigInt(kept.id)])),
  )
  for (const { kept, path } of uses) {
    if (kept.id === undefined) {
      if (!isUnicodeEmoji(kept.name)) refuse([...path, 'name'])
      continue
    }
    const emoji = known.get(BigInt(kept.id))
    if (!emoji || !(await mayUse(session, emoji, ownerId))) {
      refuse([...path, 'id'])
      continue
    }
    kept.name = emoji.name
    if (emoji.animated) kept.animated = true
  }
}

async function mayUse(session: StoreSession, { application_id }: StoredEmoji, ownerId: Snowflake): Promise<boolean> {
  if (application_id === null || application_id === ownerId) return true
  return (await findApplication(session, application_id))?.bot_id === ownerId
}

/** Notes an emoji of a component that is none. */
export function refuseEmojis(faults: Faults): (path: FieldPath) => void {
  return (path) => faults.add(path, 'COMPONENT_INVALID_EMOJI', 'Invalid emoji')
}
