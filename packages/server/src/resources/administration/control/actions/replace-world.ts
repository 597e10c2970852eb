import { invalidForm } from '@guildhall/protocol'
import { WorldCopyError } from '../../../../kernel/worlds.ts'

/**
 * Runs a snapshot operation. Returns its result and duration.
 * @throws 50035 for a store that cannot be copied, and above a limit of copies
 */
export async function changeCopies<T>(change: () => Promise<T>): Promise<{ result: T; duration_ms: number }> {
  const startedAt = performance.now()
  try {
    const result = await change()
    return { result, duration_ms: Math.round((performance.now() - startedAt) * 1_000) / 1_000 }
  } catch (error) {
    if (error instanceof WorldCopyError) throw invalidForm([], 'WORLD_NOT_COPIED', error.message)
    throw error
  }
}
