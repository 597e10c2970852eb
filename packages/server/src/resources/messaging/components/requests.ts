import { CUSTOM_ID_MAX, EMOJI_NAME_MAX } from '@guildhall/protocol'
import { Int, OptionalNullable, SnowflakeId, type Static, Text, Type } from '../../../validation/schema.ts'
import type { StoredPartialEmoji } from './model.ts'

/** Custom emoji by its id, or Unicode emoji by its name. */
export const PartialEmoji = Type.Object({
  id: OptionalNullable(SnowflakeId),
  name: OptionalNullable(Text(0, EMOJI_NAME_MAX)),
  animated: OptionalNullable(Type.Boolean()),
})

/** Returns an emoji of a request as it is stored. `completeEmojis` checks that it exists and fills in the rest. */
export function storedEmojiOf({ id, name }: Static<typeof PartialEmoji>): StoredPartialEmoji {
  return id == null ? { name: name ?? '' } : { id: id.toString(), name: name ?? '' }
}

/** `id` of a component: a positive 32-bit integer. 0 and null mean none. */
export const ComponentId = OptionalNullable(Int(0, 2 ** 31 - 1))
export const CustomId = Text(1, CUSTOM_ID_MAX)
