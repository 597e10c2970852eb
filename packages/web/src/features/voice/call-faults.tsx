import { useStore } from 'zustand'
import styles from '../../domain/voice/voice.module.css'
import { t } from '../../lib/language/text.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/field.tsx'
import type { VoiceCall } from './call/voice-call.ts'

/** Everything about a call that the person has to know or do: microphone, blocked sound, missing encryption. */
export function CallFaults({ call }: { call: VoiceCall }) {
  const { microphone, blocked, encrypted, status } = useStore(call.store)
  const fault = {
    refused: t('The microphone is not allowed. Allow it for this page in the browser, and try again.'),
    missing: t('No microphone was found. Plug one in, and try again.'),
    lost: t('The microphone was taken away. Plug it in or choose another one, and try again.'),
    off: null,
    asking: null,
    on: null,
  }[microphone]
  return (
    <>
      {fault && (
        <>
          <ErrorText>{fault}</ErrorText>
          <Button size="small" onClick={() => void call.openMicrophone()}>
            {t('Try again')}
          </Button>
        </>
      )}
      {blocked && status === 'connected' && (
        <Button size="small" look="primary" onClick={() => call.play()}>
          {t('Play sound')}
        </Button>
      )}
      {encrypted === false && <p className={styles.note}>{t('Not end-to-end encrypted')}</p>}
    </>
  )
}
