import { UserError } from '../kernel/user-error.ts'

/** An archive cannot be read or written; the message is meant for the person at the terminal. */
export class ArchiveError extends UserError {
  override readonly name = 'ArchiveError'
}
