import { type RefObject, useEffect, useRef } from 'react'
import { ownVoiceState } from '../../../domain/voice/voice-states.ts'
import { useClient, useClientState } from '../../../gateway/react.tsx'
import { type KeptScreens, Screens, stopScreens } from './screens.ts'
import { sharedScreens } from './shared-screens.ts'

/** Shares and watches screens in the channel that this window is in. They go on in the next session of the gateway. */
export function useScreens(): void {
  const client = useClient()
  const guildId = useClientState(({ voice }) => voice.target?.guildId ?? null)
  const channelId = useClientState((state) => ownVoiceState(state)?.channel_id)
  const sessionId = useClientState((state) => state.sessionId)
  const userId = useClientState(({ self }) => self?.id)
  const deaf = useClientState(({ voice }) => voice.deaf)
  const kept = useRef<KeptScreens | null>(null)
  useEffect(() => {
    if (!channelId || !sessionId || !userId) return
    dropUnless(kept, channelId)
    const screens = new Screens(client, { guildId, channelId, sessionId, userId }, kept.current)
    kept.current = null
    return () => {
      kept.current = screens.close()
    }
  }, [client, guildId, channelId, sessionId, userId])
  useDropping(kept)
  // Also for the screens of the next channel.
  useEffect(() => sharedScreens.getState().control?.setDeaf(deaf), [deaf, channelId, sessionId])
}

/** Ends screens of a channel that the person has left. */
function useDropping(kept: RefObject<KeptScreens | null>): void {
  const targetId = useClientState(({ voice }) => voice.target?.channelId ?? null)
  // After each render: the screens may be kept later than the target changes.
  useEffect(() => dropUnless(kept, targetId))
  useEffect(() => () => dropUnless(kept, null), [kept])
}

function dropUnless(kept: RefObject<KeptScreens | null>, channelId: string | null): void {
  if (!kept.current || kept.current.channelId === channelId) return
  stopScreens(kept.current)
  kept.current = null
}
