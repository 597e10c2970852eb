import { wire } from '@guildhall/protocol'
import type { OperatorJobTable } from '../../../kernel/store/lifecycle-tables.ts'
import { Nullable, OneOf, type Static, Type } from '../../../validation/schema.ts'

/** Response of an operation that has a job do the work. */
export const StartedJob = Type.Object({ job_id: wire.Id })

/** A job as operators follow it. */
export const OperatorJobObject = Type.Object({
  id: wire.Id,
  kind: OneOf('delete', 'export', 'remove_messages', 'backup'),
  state: OneOf('waiting', 'running', 'done', 'failed'),
  done: Type.Integer(),
  /** Null while the number of things is not known. */
  total: Nullable(Type.Integer()),
  error: Nullable(Type.String()),
  result: Nullable(Type.Record(Type.String(), Type.Unknown())),
})

/** Returns a job for operators. */
export function presentOperatorJob(job: OperatorJobTable): Static<typeof OperatorJobObject> {
  const { id, kind, state, done, total, error, result } = job
  return { id: id.toString(), kind, state, done, total, error, result: result === null ? null : JSON.parse(result) }
}
