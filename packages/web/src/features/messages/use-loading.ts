import { useCallback, useEffect, useRef, useState } from 'react'
import { messageOf } from '../../api/client.ts'
import { useClient, useClientState } from '../../gateway/react.tsx'
import { loadNewer, loadNewest, loadOlder } from './load.ts'

/** Loads messages when the channel is opened, after a reconnect, and at the edges of the log. */
export function useLoading(channelId: string) {
  const client = useClient()
  const [error, setError] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  const running = useRef<AbortController>(undefined)
  useEffect(() => client.openLog(channelId), [client, channelId])
  const isLoaded = useClientState(({ messages }) => {
    const range = messages.get(channelId)
    return range !== undefined && (!range.hasOlder || range.items.some(({ local }) => !local))
  })
  const missing = useClientState(({ status }) => status === 'ready') && !isLoaded
  /** Runs a task unless another one runs. Returns a function that gives it up. */
  const run = useCallback((task: (signal: AbortSignal) => Promise<void>) => {
    if (running.current) return
    const controller = new AbortController()
    running.current = controller
    const end = () => {
      if (running.current === controller) running.current = undefined
    }
    task(controller.signal)
      .then(
        () => setError(null),
        (failure) => controller.signal.aborted || setError(messageOf(failure)),
      )
      .finally(end)
    return () => {
      controller.abort()
      end()
    }
  }, [])
  const toNewest = useCallback(async () => {
    await loadNewest(client, channelId)
    setError(null)
  }, [client, channelId])
  // A request that a lost connection left without a response is given up, so that the next connection asks again.
  useEffect(() => {
    if (missing) return run((signal) => loadNewest(client, channelId, signal))
  }, [missing, client, channelId, attempt, run])
  const loadMore = useCallback(
    (direction: 'older' | 'newer') => {
      const range = client.state.messages.get(channelId)
      const items = range?.items.filter(({ local }) => !local) ?? []
      const [first, last] = [items[0], items.at(-1)]
      if (direction === 'older' && range?.hasOlder && first) run(() => loadOlder(client, channelId, first.id))
      if (direction === 'newer' && range?.hasNewer && last) run(() => loadNewer(client, channelId, last.id))
    },
    [client, channelId, run],
  )
  return { error, isLoaded, retry: () => setAttempt(attempt + 1), loadMore, toNewest }
}
