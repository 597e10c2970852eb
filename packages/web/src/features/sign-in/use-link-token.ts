import { useEffect, useRef, useState } from 'react'

/**
 * Returns the token of the link that opened this page; the empty text without one. The token does not stay in the
 * address, nor in the history of a browser that several people use.
 */
export function useLinkToken(): string {
  const [token] = useState(() => new URLSearchParams(location.hash.slice(1)).get('token') ?? '')
  useEffect(() => history.replaceState(history.state, '', location.pathname), [])
  return token
}

/** Runs an action once, when its page is shown. */
export function useOnce(action: () => Promise<void>): void {
  const started = useRef(false)
  useEffect(() => {
    if (started.current) return
    started.current = true
    void action()
  }, [])
}
