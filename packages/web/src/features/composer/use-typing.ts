import { useRef } from 'react'
import { useClient } from '../../gateway/react.tsx'

/** Interval at which the app tells that the person is typing. */
const TYPING_MS = 8_000

/** Returns a function that tells that the person is typing: at the first key, then at most once per interval. */
export function useTyping(channelId: string): () => void {
  const client = useClient()
  const last = useRef(0)
  return () => {
    const now = Date.now()
    if (now - last.current < TYPING_MS || client.state.status !== 'ready') return
    last.current = now
    client.api.call('trigger_typing_indicator', { params: { channel_id: channelId } }).catch(() => {
      // A hint that is lost is sent again with a later key.
    })
  }
}
