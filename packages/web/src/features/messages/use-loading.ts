import { useCallback, useEffect, useRef, useState } from 'react'
import { messageOf } from '../../api/client.ts'
import { useClient, useClientState } from '../../gateway/react.tsx'
import { loadNewer, loadNewest, loadOlder } from './load.ts'

/** Loads messages when the channel is opened, after a reconnect, and at the edges of the log. */
export function useLoading(channelId: string) {
  const client = useClient()
  const [error, setError] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  const loading = useRef(false)
  const missing = useClientState(({ messages, status }) => {
    const range = messages.get(channelId)
    return status === 'ready' && (!range || range.items.every(({ local }) => local)) && (range?.hasOlder ?? true)
  })
  const run = useCallback((task: () => Promise<void>) => {
    if (loading.current) return
    loading.current = true
    task()
      .then(
        () => setError(null),
        (failure) => setError(messageOf(failure)),
      )
      .finally(() => {
        loading.current = false
      })
  }, [])
  useEffect(() => {
    if (missing) run(() => loadNewest(client, channelId))
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
  return { error, retry: () => setAttempt(attempt + 1), loadMore }
}
