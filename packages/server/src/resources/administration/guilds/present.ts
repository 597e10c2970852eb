import { wire } from '@guildhall/protocol'
import { type Static, Type } from '../../../validation/schema.ts'
import type { GuildSize } from './model.ts'

/** A guild as operators see it. */
export const GuildSizeObject = Type.Object({
  id: wire.Id,
  name: Type.String(),
  owner_id: wire.Id,
  members: Type.Integer(),
  messages: Type.Integer(),
  bytes: Type.Integer(),
})

/** Returns a guild for operators. */
export function presentGuildSize({
  id,
  name,
  ownerId,
  members,
  messages,
  bytes,
}: GuildSize): Static<typeof GuildSizeObject> {
  return { id: id.toString(), name, owner_id: ownerId.toString(), members, messages, bytes: Number(bytes) }
}
