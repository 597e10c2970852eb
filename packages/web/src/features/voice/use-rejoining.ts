import type { OwnVoice } from '@guildhall/client/records'
import { useEffect } from 'react'
import { sendVoice } from '../../domain/voice/connection.ts'
import type { Client } from '../../gateway/client.ts'
import { useClient, useClientState } from '../../gateway/react.tsx'

const KEY = 'guildhall.voice'
/** Time within which a tab that was loaded again joins the call that it was in, in ms. */
const REJOIN_MS = 10_000

type Kept = Pick<OwnVoice, 'target' | 'mute' | 'deaf'>

/** Joins the call again that this tab was in before it was loaded again, muted and deafened as before. */
export function useRejoining(): void {
  const client = useClient()
  const sessionId = useClientState((state) => state.sessionId)
  useEffect(() => {
    const keep = () => keepVoice(client)
    addEventListener('pagehide', keep)
    return () => removeEventListener('pagehide', keep)
  }, [client])
  useEffect(() => {
    if (!sessionId) return
    const kept = takeVoice(client.account.userId)
    if (!kept?.target || client.state.voice.target) return
    const { guildId } = kept.target
    const rejoin = () => {
      client.do('voice changed', kept)
      sendVoice(client)
    }
    if (guildId === null || client.state.guilds.has(guildId)) return rejoin()
    const stop = client.on('GUILD_CREATE', ({ id }) => {
      if (id !== guildId) return
      stop()
      if (!client.state.voice.target) rejoin()
    })
    return stop
  }, [client, sessionId])
}

function keepVoice({ account, state }: Client): void {
  const { target, mute, deaf } = state.voice
  if (!target) return
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ userId: account.userId, at: Date.now(), target, mute, deaf }))
  } catch {
    // A browser without storage does not join again.
  }
}

/** Returns the call that a person was in some seconds ago in this tab. It is returned once. */
function takeVoice(userId: string): Kept | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
    sessionStorage.removeItem(KEY)
    const { at, userId: of, ...voice } = kept as Kept & { at: number; userId: string }
    return of === userId && Date.now() - at < REJOIN_MS ? voice : null
  } catch {
    return null
  }
}
