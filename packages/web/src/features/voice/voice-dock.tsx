import { Suspense, useEffect } from 'react'
import { useClient, useClientState } from '../../gateway/react.tsx'
import { lazy } from '../../ui/lazy.tsx'
import { KEPT_VOICE } from './kept-voice-key.ts'

const VoicePanel = lazy(async () => ({ default: (await import('./voice-panel.tsx')).VoicePanel }))

/** Place of the voice panel, which is loaded when the person joins a channel, or was in one before a reload. */
export function VoiceDock() {
  const client = useClient()
  const joined = useClientState(({ voice }) => voice.target !== null)
  const ready = useClientState(({ sessionId }) => sessionId !== null)
  useEffect(() => {
    if (ready && hasKept()) void import('./kept-voice.ts').then(({ rejoin }) => rejoin(client))
  }, [client, ready])
  return <Suspense>{joined && <VoicePanel />}</Suspense>
}

function hasKept(): boolean {
  try {
    return KEPT_VOICE in sessionStorage
  } catch {
    // A browser without storage keeps nothing.
    return false
  }
}
