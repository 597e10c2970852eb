import { useState } from 'react'
import { messageOf } from '../../../api/client.ts'

/** Runs the action of a dialog's button, and tells whether it goes on and why it failed. */
export function usePosting() {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  async function run(task: () => Promise<void>): Promise<void> {
    setBusy(true)
    setError(null)
    try {
      await task()
    } catch (failure) {
      setError(messageOf(failure))
    } finally {
      setBusy(false)
    }
  }
  return { busy, error, run }
}
