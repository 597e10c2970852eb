import { Suspense } from 'react'
import { useClientState } from '../../gateway/react.tsx'
import { lazy } from '../../ui/lazy.tsx'
import { useRejoining } from './use-rejoining.ts'

const VoicePanel = lazy(async () => ({ default: (await import('./voice-panel.tsx')).VoicePanel }))

/** Place of the voice panel, which is loaded when the person joins a channel. */
export function VoiceDock() {
  useRejoining()
  const joined = useClientState(({ voice }) => voice.target !== null)
  return <Suspense>{joined && <VoicePanel />}</Suspense>
}
