import type { OwnVoice } from '@guildhall/client/records'
import { sendVoice } from '../../domain/voice/connection.ts'
import type { Client } from '../../gateway/client.ts'
import { KEPT_VOICE } from './kept-voice-key.ts'

/** Time within which a tab that was loaded again joins the call that it was in, in ms. */
const REJOIN_MS = 10_000

type Kept = Pick<OwnVoice, 'target' | 'mute' | 'deaf'>

/** Keeps the call of this tab for the case that the page is loaded again. */
export function keepVoice({ account, state }: Client): void {
  const { target, mute, deaf } = state.voice
  if (!target) return
  try {
    sessionStorage.setItem(KEPT_VOICE, JSON.stringify({ userId: account.userId, at: Date.now(), target, mute, deaf }))
  } catch {
    // A browser without storage does not join again.
  }
}

/** Joins the call again that this tab was in some seconds ago, muted and deafened as before. */
export function rejoin(client: Client): void {
  const kept = takeVoice(client.account.userId)
  const guildId = kept?.target?.guildId
  const join = () => {
    if (!kept || client.state.voice.target) return
    client.do('voice changed', kept)
    sendVoice(client)
  }
  if (!guildId || client.state.guilds.has(guildId)) return join()
  const stop = client.on('GUILD_CREATE', ({ id }) => {
    if (id !== guildId) return
    stop()
    join()
  })
}

/** Returns the call that a person was in some seconds ago in this tab. It is returned once. */
function takeVoice(userId: string): Kept | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEPT_VOICE) ?? 'null')
    sessionStorage.removeItem(KEPT_VOICE)
    const { at, userId: of, ...voice } = kept as Kept & { at: number; userId: string }
    return of === userId && Date.now() - at < REJOIN_MS ? voice : null
  } catch {
    return null
  }
}
