import { statSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { socketPaths } from '@guildhall/local-client/ipc'
import type { Link, LinkEvents } from '../local-client/link.ts'
import { IpcCandidate } from './ipc-candidate.ts'

/** Time after which the next socket is tried too, while one does not answer. */
const PATIENCE_MS = 1_000
/** Pause before sockets are looked for again, while one does not answer. */
const RESCAN_MS = 3_000
const ROOT = 0

/**
 * Connects as an application to the first socket whose peer answers the handshake. A local client may delay the
 * handshake of an application that connects often, so that sockets that do not answer are kept meanwhile.
 */
export async function openLink(clientId: string, events: LinkEvents, signal: AbortSignal): Promise<Link | null> {
  const candidates = new Map<string, IpcCandidate>()
  const searching = new AbortController()
  const { promise: won, resolve: win } = Promise.withResolvers<IpcCandidate | null>()
  const stop = AbortSignal.any([signal, searching.signal])
  const paths = socketPaths({ platform: process.platform, env: process.env, folder: null })
  const tryOne = async (path: string): Promise<void> => {
    const candidate = new IpcCandidate(path, clientId, events)
    candidates.set(path, candidate)
    const answered = candidate.answered.then((isReady) => (isReady ? win(candidate) : candidates.delete(path)))
    await Promise.race([answered, won, pause(PATIENCE_MS, stop)])
  }
  const search = async (): Promise<void> => {
    while (!stop.aborted) {
      for (const path of paths) if (!stop.aborted && !candidates.has(path) && isOwn(path)) await tryOne(path)
      if (candidates.size === 0) return
      await pause(RESCAN_MS, stop)
    }
  }
  void won.then(() => searching.abort())
  void search().then(() => win(null))
  const winner = await won
  for (const candidate of candidates.values()) if (candidate !== winner) candidate.end()
  if (signal.aborted) winner?.end()
  return signal.aborted ? null : (winner?.choose() ?? null)
}

/** Returns whether a path is a socket of this user: others must not receive codes and secrets. */
function isOwn(path: string): boolean {
  if (process.platform === 'win32') return true
  try {
    const file = statSync(path)
    return file.isSocket() && (file.uid === process.getuid?.() || file.uid === ROOT)
  } catch {
    return false
  }
}

/** Resolves after a time, or when the signal is aborted. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return wait(ms, undefined, { signal, ref: false }).catch(() => undefined)
}
