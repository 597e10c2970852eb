import { channelName } from '@guildhall/client/questions'
import { Link } from '@tanstack/react-router'
import { HeadphoneOff, Headphones, Mic, MicOff, PhoneOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { DIRECT } from '../../domain/places/places.ts'
import { useShortcut } from '../../domain/shortcuts/shortcuts.ts'
import { Soundboard } from '../../domain/soundboard/soundboard.tsx'
import { useSoundEffects } from '../../domain/soundboard/use-sound-effects.ts'
import { changeVoice, leaveVoice, sendVoice } from '../../domain/voice/connection.ts'
import { volumeDialog } from '../../domain/voice/sound-menu.tsx'
import styles from '../../domain/voice/voice.module.css'
import { mayJoin, ownVoiceState } from '../../domain/voice/voice-states.ts'
import { useClient, useClientState } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { IconButton } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/field.tsx'
import { showNotice } from '../../ui/notice.ts'
import { useCall } from './call/use-call.ts'
import type { VoiceCall } from './call/voice-call.ts'
import { CallControls, PictureControls } from './call-controls.tsx'
import { CallFaults } from './call-faults.tsx'
import { keepVoice } from './kept-voice.ts'
import { useScreens } from './screens/use-screens.ts'
import { VolumeDialog } from './volume-dialog.tsx'

const ICON = { size: 20, 'aria-hidden': true } as const
/** A refused request to join has no response. Later than this, the server has refused it. */
const REFUSED_MS = 5_000

/** The channel that the person is connected to, with mute, deafen and disconnect. */
export function VoicePanel() {
  const client = useClient()
  const { target, mute, deaf } = useClientState(({ voice }) => voice)
  const own = useClientState(ownVoiceState)
  const channel = useClientState(({ channels }) => channels.get(target?.channelId ?? ''))
  const selfId = useClientState(({ self }) => self?.id)
  const guild = useClientState(({ guilds }) => guilds.get(target?.guildId ?? '')?.guild)
  const played = useSoundEffects(target?.channelId)
  useJoiningAgain()
  useKeeping()
  useReturning()
  useTakenOver()
  const call = useCall()
  useScreens()
  const volumeOf = useStore(volumeDialog, ({ userId }) => userId)
  useShortcut('mute', () => changeVoice(client, { mute: !mute }))
  useShortcut('deafen', () => changeVoice(client, { deaf: !deaf }))
  const connected = own?.channel_id === target?.channelId
  const refused = useLongWait(!connected, `${target?.channelId}`)
  if (!target) return null
  return (
    <section className={styles.panel} aria-label={t('Voice')}>
      <p className={styles.state} role="status">
        {!connected ? refused ? '' : t('Joining…') : call ? <CallStatus call={call} /> : t('In voice')}
      </p>
      {refused && <ErrorText>{t('The server did not let you in.')}</ErrorText>}
      <Link
        to="/channels/$guildId/$channelId"
        params={{ guildId: target.guildId ?? DIRECT, channelId: target.channelId }}
        className={styles.place ?? ''}
      >
        {target.guildId === null ? t('Call') : guild?.name} / {channel && channelName(channel, selfId)}
      </Link>
      {call && <CallFaults call={call} />}
      {own?.mute && <p className={styles.note}>{t('A moderator has muted you.')}</p>}
      <div className={styles.controls}>
        <IconButton label={t('Mute')} aria-pressed={mute} onClick={() => changeVoice(client, { mute: !mute })}>
          {mute ? <MicOff {...ICON} /> : <Mic {...ICON} />}
        </IconButton>
        <IconButton label={t('Deafen')} aria-pressed={deaf} onClick={() => changeVoice(client, { deaf: !deaf })}>
          {deaf ? <HeadphoneOff {...ICON} /> : <Headphones {...ICON} />}
        </IconButton>
        {call && <PictureControls call={call} />}
        {channel?.guild_id && <Soundboard channel={channel} />}
        {call && <CallControls call={call} />}
        <IconButton label={t('Disconnect')} className={styles.leave ?? ''} onClick={() => leaveVoice(client)}>
          <PhoneOff {...ICON} />
        </IconButton>
      </div>
      {volumeOf && <VolumeDialog userId={volumeOf} />}
      <p className={styles.played} role="status">
        {played}
      </p>
    </section>
  )
}

/** State of the connection. The person is in the channel as soon as the server says so; sound follows. */
function CallStatus({ call }: { call: VoiceCall }) {
  const status = useStore(call.store, (state) => state.status)
  return status === 'reconnecting' ? t('Reconnecting…') : t('In voice')
}

/** Keeps the call for the case that the page is loaded again. */
function useKeeping(): void {
  const client = useClient()
  useEffect(() => {
    const keep = () => keepVoice(client)
    addEventListener('pagehide', keep)
    return () => removeEventListener('pagehide', keep)
  }, [client])
}

/** Joins again after a new session began, and sends what was changed while there was no connection. */
function useJoiningAgain(): void {
  const client = useClient()
  useEffect(() => {
    const endResumed = client.on('RESUMED', () => sendVoice(client))
    const endCreated = client.on('GUILD_CREATE', ({ id }) => {
      if (client.state.voice.target?.guildId === id && !ownVoiceState(client.state)) sendVoice(client)
    })
    const endReady = client.on('READY', () => {
      if (client.state.voice.target?.guildId === null) sendVoice(client)
    })
    return () => {
      endResumed()
      endReady()
      endCreated()
    }
  }, [client])
}

/** Says when another window of the person takes the call over. */
function useTakenOver(): void {
  const client = useClient()
  useEffect(
    () =>
      client.on('VOICE_STATE_UPDATE', ({ user_id, channel_id, session_id }) => {
        const { self, sessionId } = client.state
        if (user_id === self?.id && channel_id !== null && session_id !== sessionId)
          showNotice(t('You joined a call in another window, which goes on there.'))
      }),
    [client],
  )
}

/**
 * Goes back to the channel that the person is connected to when the one they chose turns out to refuse them. The server
 * ignores such a request, and the change that forbids it may have been on its way when they chose.
 */
function useReturning(): void {
  const client = useClient()
  const forbidden = useClientState((state) => {
    const { target } = state.voice
    const channel = state.channels.get(target?.channelId ?? '')
    if (!target || !channel || ownVoiceState(state)?.channel_id === target.channelId) return false
    return channel.guild_id !== undefined && !mayJoin(state, channel).ok
  })
  useEffect(() => {
    const { target } = client.state.voice
    if (!forbidden || !target) return
    const channelId = ownVoiceState(client.state)?.channel_id
    client.do('voice changed', { target: channelId ? { ...target, channelId } : null })
  }, [client, forbidden])
}

/** Returns whether a state has lasted for long. `key` tells waits apart. */
function useLongWait(waiting: boolean, key: string): boolean {
  const [late, setLate] = useState('')
  useEffect(() => {
    if (!waiting) return setLate('')
    const timer = setTimeout(() => setLate(key), REFUSED_MS)
    return () => clearTimeout(timer)
  }, [waiting, key])
  return waiting && late === key
}
