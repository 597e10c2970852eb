import { wire, wireTime } from '@guildhall/protocol'
import { type Static, Type } from 'typebox'
import type { OperatorsLogTable } from '../../../kernel/store/account-tables.ts'

/** An entry of the operators' log. */
export const LogEntry = Type.Object({
  id: Type.String(),
  at: wire.Time,
  /** The operator: a person by id, the key, or a command of the terminal. */
  actor: Type.Union([Type.Object({ user_id: Type.String() }), Type.Literal('key'), Type.Literal('command')]),
  action: Type.String(),
  target: Type.Union([Type.String(), Type.Null()]),
  changes: Type.Array(Type.Object({ key: Type.String(), old: Type.Unknown(), new: Type.Unknown() })),
  reason: Type.Union([Type.String(), Type.Null()]),
  address: Type.Union([Type.String(), Type.Null()]),
})

/** Returns an entry of the operators' log for operators. */
export function presentLogEntry(entry: OperatorsLogTable): Static<typeof LogEntry> {
  const { id, at, actor_kind, actor_id, action, target, changes, reason, address } = entry
  return {
    id: id.toString(),
    at: wireTime(at),
    actor: actor_kind === 'person' ? { user_id: String(actor_id) } : actor_kind,
    action,
    target,
    changes: JSON.parse(changes),
    reason,
    address,
  }
}
