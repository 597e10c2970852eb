import { useEffect, useRef, useState } from 'react'

/**
 * Returns the token of the link that opened this page; a text that no link has without one. It does not stay in the
 * address, nor in the history of a browser that several people use.
 */
export function useLinkToken(): string {
  const [token] = useState(() => new URLSearchParams(location.hash.slice(1)).get('token') ?? 'none')
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
