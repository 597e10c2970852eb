import { type ReactNode, useEffect, useId, useState } from 'react'
import { useStore } from 'zustand'
import { changeVoiceSettings, VOLUME_MAX, voiceSettings } from '../../domain/voice/voice-settings.ts'
import { t } from '../../lib/language/text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField, SwitchField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import type { VoiceCall } from './call/voice-call.ts'
import styles from './settings-dialog.module.css'
import { Slider } from './slider.tsx'

const LEVEL_MAX = 100

/** Devices, volumes and processing of sound. A change takes effect at once and is kept in this browser. */
export function SettingsDialog({ call, onClose }: { call: VoiceCall; onClose: () => void }) {
  const settings = useStore(voiceSettings)
  const devices = useDevices()
  return (
    <Dialog title={t('Voice settings')} onClose={onClose} width="medium">
      <div className={form.form}>
        <DeviceField
          label={t('Microphone')}
          devices={devices.filter(({ kind }) => kind === 'audioinput')}
          value={settings.inputId}
          onChange={(inputId) => changeVoiceSettings({ inputId })}
        />
        {'setSinkId' in AudioContext.prototype && (
          <DeviceField
            label={t('Speaker')}
            devices={devices.filter(({ kind }) => kind === 'audiooutput')}
            value={settings.outputId}
            onChange={(outputId) => changeVoiceSettings({ outputId })}
          />
        )}
        <DeviceField
          label={t('Camera')}
          devices={devices.filter(({ kind }) => kind === 'videoinput')}
          value={settings.cameraId}
          onChange={(cameraId) => changeVoiceSettings({ cameraId })}
        />
        <Level call={call} />
        <Slider
          label={t('Input volume')}
          max={VOLUME_MAX}
          value={settings.inputVolume}
          onChange={(inputVolume) => changeVoiceSettings({ inputVolume })}
        />
        <Slider
          label={t('Output volume')}
          max={VOLUME_MAX}
          value={settings.outputVolume}
          onChange={(outputVolume) => changeVoiceSettings({ outputVolume })}
        />
        <InputMode />
        <Processing />
      </div>
    </Dialog>
  )
}

/** Returns the devices of this machine, and follows changes. Names are empty before the microphone was allowed. */
function useDevices(): readonly MediaDeviceInfo[] {
  const [devices, setDevices] = useState<readonly MediaDeviceInfo[]>([])
  useEffect(() => {
    const { mediaDevices } = navigator
    const read = () => {
      mediaDevices.enumerateDevices().then(setDevices, () => setDevices([]))
    }
    read()
    mediaDevices.addEventListener('devicechange', read)
    return () => mediaDevices.removeEventListener('devicechange', read)
  }, [])
  return devices
}

function DeviceField(props: {
  label: string
  devices: readonly MediaDeviceInfo[]
  value: string
  onChange: (id: string) => void
}) {
  const { label, devices, value, onChange } = props
  const listed = devices.filter(({ deviceId }) => deviceId !== '' && deviceId !== 'default')
  const shown = listed.some(({ deviceId }) => deviceId === value) ? value : ''
  return (
    <SelectField label={label} value={shown} onChange={({ target }) => onChange(target.value)}>
      <option value="">{t('The usual device')}</option>
      {listed.map(({ deviceId, label: name }, index) => (
        <option key={deviceId} value={deviceId}>
          {name || t('Device {count}', { count: index + 1 })}
        </option>
      ))}
    </SelectField>
  )
}

function Level({ call }: { call: VoiceCall }) {
  const level = useStore(call.store, (state) => state.level)
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className={styles.title}>
        {t('Input level')}
      </label>
      <meter id={id} className={styles.meter} min={0} max={LEVEL_MAX} value={level} />
    </div>
  )
}

function InputMode() {
  const { mode, sensitivity } = useStore(voiceSettings)
  const label = useId()
  return (
    <div role="radiogroup" aria-labelledby={label} className={styles.mode}>
      <p id={label} className={styles.title}>
        {t('Input mode')}
      </p>
      <Choice checked={mode === 'voice-activity'} onChoose={() => changeVoiceSettings({ mode: 'voice-activity' })}>
        {t('Voice activity')}
      </Choice>
      <Choice checked={mode === 'push-to-talk'} onChoose={() => changeVoiceSettings({ mode: 'push-to-talk' })}>
        {t('Push to talk')}
      </Choice>
      {mode === 'voice-activity' ? (
        <Slider
          label={t('Sensitivity')}
          max={LEVEL_MAX}
          value={sensitivity}
          onChange={(value) => changeVoiceSettings({ sensitivity: value })}
        />
      ) : (
        <KeyButton />
      )}
    </div>
  )
}

function Choice(props: { checked: boolean; onChoose: () => void; children: ReactNode }) {
  const name = 'voice-input-mode'
  return (
    <label className={styles.choice}>
      <input type="radio" name={name} checked={props.checked} onChange={props.onChoose} />
      {props.children}
    </label>
  )
}

/** Chooses the key of push to talk: after a press of the button the next key is taken. */
function KeyButton() {
  const key = useStore(voiceSettings, (settings) => settings.key)
  const [waiting, setWaiting] = useState(false)
  useEffect(() => {
    if (!waiting) return
    const take = (event: KeyboardEvent) => {
      event.preventDefault()
      event.stopPropagation()
      changeVoiceSettings({ key: event.code })
      setWaiting(false)
    }
    addEventListener('keydown', take, { capture: true })
    return () => removeEventListener('keydown', take, { capture: true })
  }, [waiting])
  return (
    <Button aria-pressed={waiting} onClick={() => setWaiting(true)}>
      {waiting ? t('Press a key…') : t('Push-to-talk key: {key}', { key })}
    </Button>
  )
}

function Processing() {
  const { echoCancellation, noiseSuppression, autoGainControl } = useStore(voiceSettings)
  return (
    <>
      <SwitchField
        label={t('Echo cancellation')}
        checked={echoCancellation}
        onChange={({ target }) => changeVoiceSettings({ echoCancellation: target.checked })}
      />
      <SwitchField
        label={t('Noise suppression')}
        checked={noiseSuppression}
        onChange={({ target }) => changeVoiceSettings({ noiseSuppression: target.checked })}
      />
      <SwitchField
        label={t('Automatic gain')}
        checked={autoGainControl}
        onChange={({ target }) => changeVoiceSettings({ autoGainControl: target.checked })}
      />
    </>
  )
}
