import { displayName } from '@guildhall/client/questions'
import { useEffect, useState } from 'react'
import { useClient } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { soundUrl } from './sounds.ts'

/** Time for which the line about a sound is shown. */
const SHOWN_MS = 4_000

/** Plays the sounds of a channel, unless the person is deafened. Returns a line about the newest one. */
export function useSoundEffects(channelId: string | undefined): string {
  const client = useClient()
  const [line, setLine] = useState('')
  useEffect(
    () =>
      client.on('VOICE_CHANNEL_EFFECT_SEND', (effect) => {
        if (effect.channel_id !== channelId) return
        const { users, guilds, voice } = client.state
        const user = users.get(effect.user_id)
        const member = guilds.get(effect.guild_id)?.members.get(effect.user_id)
        const name = user ? displayName(user, member) : t('Someone')
        setLine(t('{name} played {sound}', { name, sound: effect.emoji?.name ?? t('a sound') }))
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
