import { UserError } from '../../kernel/user-error.ts'

/** A store cannot be upgraded; it stays as it was. The message is meant for the person at the terminal. */
export class UpgradeError extends UserError {
  override readonly name = 'UpgradeError'
}
