import { Settings, ShieldCheck, Signal, SignalLow, SignalMedium } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useStore } from 'zustand'
import { t } from '../../lib/language/text.ts'
import { IconButton } from '../../ui/button.tsx'
import type { VoiceCall } from './call/voice-call.ts'

const ICON = { size: 20, 'aria-hidden': true } as const

const ConnectionDialog = lazy(async () => ({ default: (await import('./connection-dialog.tsx')).ConnectionDialog }))
const PrivacyDialog = lazy(async () => ({ default: (await import('./privacy-dialog.tsx')).PrivacyDialog }))
const SettingsDialog = lazy(async () => ({ default: (await import('./settings-dialog.tsx')).SettingsDialog }))

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
