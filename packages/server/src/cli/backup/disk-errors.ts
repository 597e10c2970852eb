import { ApiError } from '@guildhall/protocol'
import { UserError } from '../../kernel/user-error.ts'
import { isDiskFault } from '../../platform/disk-fault.ts'

/**
 * Runs a command that writes files.
 *
 * @throws UserError in one line where the disk, its permissions or a database that is away are the cause
 */
export async function withDiskErrors(run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (cause) {
    const { code = '', message } = cause as NodeJS.ErrnoException
    if (cause instanceof UserError) throw cause
    if (isDiskFault(cause))
      throw new UserError(`The disk is full, or cannot be written. Nothing was changed: ${message}`, { cause })
    if (cause instanceof ApiError) throw new UserError(cause.reason ?? message, { cause })
    if (!/^E[A-Z]+$/.test(code)) throw cause
    throw new UserError(message, { cause })
  }
}
