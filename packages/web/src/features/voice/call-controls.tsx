import {
  MonitorPause,
  ScreenShare,
  ScreenShareOff,
  Settings,
  ShieldCheck,
  Signal,
  SignalLow,
  SignalMedium,
  Video,
  VideoOff,
} from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useStore } from 'zustand'
import { useClientState } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { IconButton } from '../../ui/button.tsx'
import type { VoiceCall } from './call/voice-call.ts'
import { cameraRefusal, screenRefusal } from './pictures/refusals.ts'
import { sharedScreens } from './screens/shared-screens.ts'

const ICON = { size: 20, 'aria-hidden': true } as const

const ConnectionDialog = lazy(async () => ({ default: (await import('./connection-dialog.tsx')).ConnectionDialog }))
const PrivacyDialog = lazy(async () => ({ default: (await import('./privacy-dialog.tsx')).PrivacyDialog }))
const SettingsDialog = lazy(async () => ({ default: (await import('./settings-dialog.tsx')).SettingsDialog }))

/** Buttons for the pictures that the person shows. */
export function PictureControls({ call }: { call: VoiceCall }) {
  const canShare = 'getDisplayMedia' in navigator.mediaDevices
  return (
    <>
      <CameraButton call={call} />
      {canShare && <ShareButton />}
      {canShare && <PauseButton />}
    </>
  )
}

function CameraButton({ call }: { call: VoiceCall }) {
  const isOn = useStore(call.store, ({ camera }) => camera === 'on' || camera === 'asking')
  const refusal = useClientState(cameraRefusal)
  const toggle = () => (isOn ? call.closeCamera() : void call.openCamera())
  return (
    <IconButton
      label={t('Camera')}
      title={refusal ?? t('Camera')}
      aria-pressed={isOn}
      disabled={refusal !== null && !isOn}
      onClick={toggle}
    >
      {isOn ? <Video {...ICON} /> : <VideoOff {...ICON} />}
    </IconButton>
  )
}

function ShareButton() {
  const { control, state } = useStore(sharedScreens)
  const refusal = useClientState(screenRefusal)
  const isOn = state === 'on' || state === 'asking'
  return (
    <IconButton
      label={t('Share screen')}
      title={refusal ?? t('Share screen')}
      aria-pressed={isOn}
      disabled={refusal !== null && !isOn}
      onClick={() => (isOn ? control?.stopSharing() : void control?.share())}
    >
      {isOn ? <ScreenShareOff {...ICON} /> : <ScreenShare {...ICON} />}
    </IconButton>
  )
}

/** Pauses the shared screen, while there is one. */
function PauseButton() {
  const { control, own, isPaused } = useStore(sharedScreens)
  if (!own) return null
  return (
    <IconButton label={t('Pause screen')} aria-pressed={isPaused} onClick={() => control?.setPaused(!isPaused)}>
      <MonitorPause {...ICON} />
    </IconButton>
  )
}

/** Buttons of a call beside mute and deafen: settings, privacy code, quality of the connection. */
export function CallControls({ call }: { call: VoiceCall }) {
  const [open, setOpen] = useState<'settings' | 'privacy' | 'connection' | null>(null)
  const encrypted = useStore(call.store, (state) => state.encrypted === true && state.users.length > 1)
  const level = useStore(call.store, ({ quality }) => quality.level)
  const close = () => setOpen(null)
  return (
    <>
      <IconButton label={t('Voice settings')} onClick={() => setOpen('settings')}>
        <Settings {...ICON} />
      </IconButton>
      {encrypted && (
        <IconButton label={t('Privacy code')} onClick={() => setOpen('privacy')}>
          <ShieldCheck {...ICON} />
        </IconButton>
      )}
      <IconButton label={qualityText(level)} onClick={() => setOpen('connection')}>
        {level === 'good' ? (
          <Signal {...ICON} />
        ) : level === 'fair' ? (
          <SignalMedium {...ICON} />
        ) : (
          <SignalLow {...ICON} />
        )}
      </IconButton>
      <Suspense>
        {open === 'settings' && <SettingsDialog call={call} onClose={close} />}
        {open === 'privacy' && <PrivacyDialog call={call} onClose={close} />}
        {open === 'connection' && <ConnectionDialog call={call} onClose={close} />}
      </Suspense>
    </>
  )
}

function qualityText(level: 'good' | 'fair' | 'poor'): string {
  const words = { good: t('Connection: good'), fair: t('Connection: fair'), poor: t('Connection: poor') }
  return words[level]
}
