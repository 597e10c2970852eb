import { UserError } from '../../kernel/user-error.ts'

/**
 * Runs a command that writes files.
 *
 * @throws UserError in one line where the disk or its permissions are the cause
 */
export async function withDiskErrors(run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (cause) {
    const { code = '', message } = cause as NodeJS.ErrnoException
    if (cause instanceof UserError || !/^E[A-Z]+$/.test(code)) throw cause
    throw new UserError(code === 'ENOSPC' ? `The disk is full. Nothing was changed: ${message}` : message, { cause })
  }
}
