import type { Operation } from '../../kernel/operation.ts'

/** Returns whether an operation is for operators alone. Others may let them do more than people. */
export function isAdministration({ path }: Pick<Operation, 'path'>): boolean {
  return path.startsWith('/admin/')
}
