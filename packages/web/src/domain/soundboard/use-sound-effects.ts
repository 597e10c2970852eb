import { useEffect, useState } from 'react'
import { useClient } from '../../gateway/react.tsx'
import { displayName } from '../../gateway/selectors.ts'
import { soundUrl } from './sounds.ts'

/** VOICE_CHANNEL_EFFECT_SEND. */
interface VoiceEffect {
  channel_id: string
  guild_id: string
  user_id: string
  sound_id?: string
  sound_volume?: number
  emoji?: { name: string | null } | null
}

/** Time for which the line about a sound is shown. */
const SHOWN_MS = 4_000

/** Plays the sounds of a channel, unless the person is deafened. Returns a line about the newest one. */
export function useSoundEffects(channelId: string | undefined): string {
  const client = useClient()
  const [line, setLine] = useState('')
  useEffect(
    () =>
      client.on<VoiceEffect>('VOICE_CHANNEL_EFFECT_SEND', (effect) => {
        if (effect.channel_id !== channelId) return
        const { users, guilds, voice } = client.state
        const user = users.get(effect.user_id)
        const member = guilds.get(effect.guild_id)?.members.get(effect.user_id)
        setLine(`${user ? displayName(user, member) : 'Someone'} played ${effect.emoji?.name ?? 'a sound'}`)
        if (effect.sound_id && !voice.deaf) playSound(soundUrl(effect.sound_id), effect.sound_volume ?? 1)
      }),
    [client, channelId],
  )
  useEffect(() => {
    if (!line) return
    const timer = setTimeout(() => setLine(''), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [line])
  return line
}

/** Plays a sound file at a volume from 0 to 1. */
export function playSound(url: string, volume: number): void {
  const audio = new Audio(url)
  audio.volume = Math.min(Math.max(volume, 0), 1)
  audio.play().catch(() => {
    // The browser refuses sound before the first press on a page. The line says what was played.
  })
}
