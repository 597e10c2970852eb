import { wire, wireTime } from '@guildhall/protocol'
import { Nullable, OneOf, type Static, Type } from '../../../validation/schema.ts'
import { BLOCK_KINDS, type Block } from './model.ts'

/** Something that operators have blocked: in registrations, or in everyone's messages and files. */
export const BlockObject = Type.Object({
  id: Type.String(),
  kind: OneOf(...BLOCK_KINDS),
  value: Type.String(),
  note: Nullable(Type.String()),
  created_at: wire.Time,
})

/** Returns a block for operators. */
export function presentBlock(block: Block): Static<typeof BlockObject> {
  const { id, kind, value, note, created_at } = block
  return { id: id.toString(), kind, value, note, created_at: wireTime(created_at) }
}
