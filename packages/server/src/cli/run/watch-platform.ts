import { connect } from 'node:net'

const INTERVAL_MS = 2_000
const TIMEOUT_MS = 10_000

/** Whether a platform takes connections. */
export type PlatformState = 'ended' | 'back'

/**
 * Tells when a platform that another command started ends, and when it is back: programs see only connections that
 * fail. A refused connection counts as the end; an address that does not respond may be a slow network.
 *
 * @returns a function that ends the watch
 */
export function watchPlatform(
  { hostname, port, protocol }: URL,
  changed: (state: PlatformState) => void,
  intervalMs = INTERVAL_MS,
): () => void {
  let isThere = true
  let stopped = false
  let timer = setTimeout(look, intervalMs)

  function look(): void {
    const address = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || (protocol === 'https:' ? 443 : 80) }
    const socket = connect(address, () => become(true))
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy())
    socket.on('connect', () => socket.destroy())
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') become(false)
    })
    socket.on('close', () => {
      if (!stopped) timer = setTimeout(look, intervalMs)
    })
  }

  function become(there: boolean): void {
    if (there === isThere || stopped) return
    isThere = there
    changed(there ? 'back' : 'ended')
  }

  return () => {
    stopped = true
    clearTimeout(timer)
  }
}
