import type { ApiFailure, FactorRequest } from '@guildhall/client'
import { createStore } from 'zustand/vanilla'

/** A request that waits for a second factor. */
interface Pending {
  readonly request: FactorRequest
  /** Goes on with the proof of Verify MFA. */
  readonly prove: (proof: string) => void
  /** Lets the request fail. */
  readonly cancel: () => void
}

/** The request whose person is asked for a second factor; null for none. */
export const factorPrompt = createStore<{ pending: Pending | null }>(() => ({ pending: null }))

/** Asks the person of this window for a second factor. @throws the failure when they give none */
export function askForFactor(request: FactorRequest, failure: ApiFailure): Promise<string> {
  factorPrompt.getState().pending?.cancel()
  return new Promise((resolve, reject) => {
    const end = () => factorPrompt.setState({ pending: null })
    factorPrompt.setState({
      pending: {
        request,
        prove(proof) {
          end()
          resolve(proof)
        },
        cancel() {
          end()
          reject(failure)
        },
      },
    })
  })
}
