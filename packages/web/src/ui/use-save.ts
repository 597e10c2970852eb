import { useRef, useState } from 'react'
import { ApiFailure, messageOf } from '../api/client.ts'

/** Progress of a request that saves something. */
export interface Saving {
  readonly busy: boolean
  readonly saved: boolean
  /** Message about the request as a whole; null where a field that was asked for before has the same message. */
  readonly error: string | null
  /** The last failure; null before one and after a success. */
  readonly failure: unknown
  /** Returns the message about a field of the request. */
  errorOf(...path: string[]): string | undefined
  /**
   * Runs a request after those before it have ended, and shows how it ends. Resolves to whether it succeeded. A request
   * that changes a part of a value reads the value when it runs.
   */
  run(request: () => Promise<unknown>): Promise<boolean>
}

/** Follows a request that saves something: its progress, its success and its errors by field. */
export function useSave(): Saving {
  const [state, setState] = useState<{ busy: boolean; saved: boolean; failure: unknown }>({
    busy: false,
    saved: false,
    failure: null,
  })
  const last = useRef<Promise<unknown>>(Promise.resolve())

  async function perform(request: () => Promise<unknown>, isLast: () => boolean): Promise<boolean> {
    try {
      await request()
      if (isLast()) setState({ busy: false, saved: true, failure: null })
      return true
    } catch (failure) {
      setState({ busy: !isLast(), saved: false, failure })
      return false
    }
  }

  // A failure has the message of its first field: a field that shows it leaves nothing for the form as a whole.
  const atFields = new Set<string | undefined>()
  return {
    busy: state.busy,
    saved: state.saved,
    failure: state.failure,
    get error() {
      const message = state.failure === null ? null : messageOf(state.failure)
      return message !== null && atFields.has(message) ? null : message
    },
    errorOf(...path) {
      const message = state.failure instanceof ApiFailure ? state.failure.ofField(path) : undefined
      atFields.add(message)
      return message
    },
    run(request) {
      setState({ busy: true, saved: false, failure: null })
      const result: Promise<boolean> = last.current.then(() => perform(request, () => last.current === result))
      last.current = result
      return result
    },
  }
}
