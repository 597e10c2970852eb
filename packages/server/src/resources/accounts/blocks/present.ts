import { wire, wireTime } from '@guildhall/protocol'
import type { RegistrationBlockTable } from '../../../kernel/store/account-tables.ts'
import { Nullable, OneOf, type Static, Type } from '../../../validation/schema.ts'

/** A domain of mail, or a network, that may not register. */
export const BlockObject = Type.Object({
  id: Type.String(),
  kind: OneOf('mail_domain', 'network'),
  value: Type.String(),
  note: Nullable(Type.String()),
  created_at: wire.Time,
})

/** Returns a block for operators. */
export function presentBlock(block: RegistrationBlockTable): Static<typeof BlockObject> {
  const { id, kind, value, note, created_at } = block
  return { id: id.toString(), kind, value, note, created_at: wireTime(created_at) }
}
