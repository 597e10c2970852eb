import { useEffect, useRef, useState } from 'react'
import { changeVoice, sendVoice, showVideo } from '../../../domain/voice/connection.ts'
import { heard } from '../../../domain/voice/heard.ts'
import { voiceSettings } from '../../../domain/voice/voice-settings.ts'
import { ownVoiceState } from '../../../domain/voice/voice-states.ts'
import { useClient, useClientState } from '../../../gateway/react.tsx'
import { VoiceCall } from './voice-call.ts'

/** Time after which the voice server is asked for again, in ms. */
const AGAIN_MS = 1_000

/** Returns the call of the channel that this window is in; null as long as there is no voice server. */
export function useCall(): VoiceCall | null {
  const client = useClient()
  const [call, setCall] = useState<VoiceCall | null>(null)
  const server = useClientState(({ voice }) => voice.server)
  const guildId = useClientState(({ voice }) => voice.target?.guildId ?? null)
  const channelId = useClientState((state) => ownVoiceState(state)?.channel_id)
  const sessionId = useClientState((state) => state.sessionId)
  const userId = useClientState(({ self }) => self?.id)
  useEffect(() => {
    if (!server || !channelId || !sessionId || !userId) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const { endpoint, token } = server
    const begun = new VoiceCall({
      endpoint,
      identity: { serverId: guildId ?? channelId, channelId, userId, sessionId, token },
      onEnd: (again) => {
        if (again) timer = setTimeout(() => sendVoice(client), AGAIN_MS)
      },
    })
    setCall(begun)
    return () => {
      clearTimeout(timer)
      begun.close()
      setCall(null)
    }
  }, [client, server, guildId, channelId, sessionId, userId])
  useWishes(call)
  useHeardUsers(call, userId ?? '')
  usePushToTalk(call)
  useLostMicrophone(call)
  useCamera(call)
  return call
}

/** Tells the call about mute, deafen, and whether the person may speak. */
function useWishes(call: VoiceCall | null): void {
  const mute = useClientState(({ voice }) => voice.mute || voice.deaf)
  const deaf = useClientState(({ voice }) => voice.deaf)
  const maySpeak = useClientState((state) => ownVoiceState(state)?.suppress === false)
  useEffect(() => call?.want({ mute, deaf, maySpeak }), [call, mute, deaf, maySpeak])
}

/** Mutes the person whose microphone does not open, or was taken away: the others see that they will not hear them. */
function useLostMicrophone(call: VoiceCall | null): void {
  const client = useClient()
  useEffect(
    () =>
      call?.store.subscribe(({ microphone }, former) => {
        const isGone = microphone === 'refused' || microphone === 'missing' || microphone === 'lost'
        if (isGone && microphone !== former.microphone) changeVoice(client, { mute: true })
      }),
    [call, client],
  )
}

/** Keeps the camera on in another session of the call, and tells the others whether it is. */
function useCamera(call: VoiceCall | null): void {
  const client = useClient()
  const isShown = useClientState((state) => ownVoiceState(state)?.self_video)
  const wasShown = useRef<boolean | undefined>(false)
  useEffect(() => {
    if (!call) return
    if (client.state.voice.video) void call.openCamera()
    return call.store.subscribe(({ camera }, former) => {
      if (camera !== former.camera && camera !== 'asking') showVideo(client, camera === 'on')
    })
  }, [call, client])
  useEffect(() => {
    // The server ended it: the person lost the permission, or was moved to where there is none.
    if (wasShown.current === true && isShown === false && client.state.voice.video) call?.closeCamera()
    wasShown.current = isShown
  }, [call, client, isShown])
}

/** Shows who is heard to the lists of participants. */
function useHeardUsers(call: VoiceCall | null, userId: string): void {
  useEffect(() => {
    if (!call) return
    const stop = call.store.subscribe(({ speaking, sending }, former) => {
      if (speaking === former.speaking && sending === former.sending) return
      heard.setState({ users: sending ? new Set([...speaking, userId]) : speaking })
    })
    return () => {
      stop()
      heard.setState({ users: new Set() })
    }
  }, [call, userId])
}

/** Opens the microphone while the key of push to talk is held. A field that the person types into keeps its keys. */
function usePushToTalk(call: VoiceCall | null): void {
  useEffect(() => {
    if (!call) return
    const isKey = ({ code }: KeyboardEvent) => {
      const { mode, key } = voiceSettings.getState()
      return mode === 'push-to-talk' && code === key
    }
    const down = (event: KeyboardEvent) => {
      if (isKey(event) && !(event.key.length === 1 && isTyping(event.target))) call.hold(true)
    }
    const up = (event: KeyboardEvent) => {
      if (isKey(event)) call.hold(false)
    }
    const release = () => call.hold(false)
    addEventListener('keydown', down)
    addEventListener('keyup', up)
    addEventListener('blur', release)
    return () => {
      removeEventListener('keydown', down)
      removeEventListener('keyup', up)
      removeEventListener('blur', release)
    }
  }, [call])
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
}
