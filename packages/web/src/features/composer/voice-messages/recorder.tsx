import { useEffect, useState } from 'react'
import type { Recording } from '../../../domain/messages/message-request.ts'
import { VoicePlayer } from '../../../domain/voice-messages/voice-player.tsx'
import { clockText } from '../../../domain/voice-messages/waveform.ts'
import { t } from '../../../lib/language/text.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { ErrorText } from '../../../ui/field.tsx'
import styles from './recorder.module.css'
import { useRecording } from './use-recording.ts'

/** A dialog that records a voice message, plays it and hands it over. */
export default function Recorder(props: { onRecorded: (recording: Recording) => void; onClose: () => void }) {
  const { onRecorded, onClose } = props
  const { state, level, seconds, start, stop } = useRecording()
  return (
    <Dialog title={t('Voice message')} onClose={onClose} holdsText={state.kind !== 'failed'}>
      <div className={styles.stage}>
        {state.kind === 'starting' && <p role="status">{t('Waiting for the microphone…')}</p>}
        {state.kind === 'recording' && (
          <>
            <p role="status" className={styles.status}>
              <span className={styles.lamp} aria-hidden /> {t('Recording')}
            </p>
            <meter className={styles.level} min={0} max={1} value={level} aria-label={t('Loudness')} />
            <p className={styles.clock}>{clockText(seconds)}</p>
          </>
        )}
        {state.kind === 'recorded' && <Preview recording={state.recording} />}
        {state.kind === 'failed' && <ErrorText>{state.error}</ErrorText>}
      </div>
      <DialogActions>
        <Button onClick={onClose}>{t('Discard')}</Button>
        {state.kind === 'failed' && (
          <Button look="primary" onClick={start}>
            {t('Try again')}
          </Button>
        )}
        {(state.kind === 'recording' || state.kind === 'starting') && (
          <Button look="primary" disabled={state.kind !== 'recording'} onClick={stop}>
            {t('Stop')}
          </Button>
        )}
        {state.kind === 'recorded' && (
          <>
            <Button onClick={start}>{t('Record again')}</Button>
            <Button look="primary" autoFocus onClick={() => onRecorded(state.recording)}>
              {t('Send')}
            </Button>
          </>
        )}
      </DialogActions>
    </Dialog>
  )
}

function Preview({ recording: { file, durationSeconds, waveform } }: { recording: Recording }) {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return address && <VoicePlayer src={address} durationSeconds={durationSeconds} waveform={waveform} />
}
