import { useState } from 'react'
import { ApiFailure, messageOf } from '../api/client.ts'

/** Progress of a request that saves something. */
export interface Saving {
  readonly busy: boolean
  readonly saved: boolean
  /** Message about the request as a whole. */
  readonly error: string | null
  /** Returns the message about a field of the request. */
  errorOf(...path: string[]): string | undefined
  /** Runs a request and shows how it ends. Resolves to whether it succeeded. */
  run(request: () => Promise<unknown>): Promise<boolean>
}

/** Follows a request that saves something: its progress, its success and its errors by field. */
export function useSave(): Saving {
  const [state, setState] = useState<{ busy: boolean; saved: boolean; failure: unknown }>({
    busy: false,
    saved: false,
    failure: null,
  })
  return {
    busy: state.busy,
    saved: state.saved,
    error: state.failure === null ? null : messageOf(state.failure),
    errorOf: (...path) => (state.failure instanceof ApiFailure ? state.failure.ofField(path) : undefined),
    async run(request) {
      setState({ busy: true, saved: false, failure: null })
      try {
        await request()
        setState({ busy: false, saved: true, failure: null })
        return true
      } catch (failure) {
        setState({ busy: false, saved: false, failure })
        return false
      }
    },
  }
}
