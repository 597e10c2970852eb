import { useStore } from 'zustand'
import { changeVoice } from '../../domain/voice/connection.ts'
import styles from '../../domain/voice/voice.module.css'
import { useClient } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/field.tsx'
import type { VoiceCall } from './call/voice-call.ts'
import { sharedScreens } from './screens/shared-screens.ts'

/** Everything about a call that the person has to know or do: microphone, blocked sound, missing encryption. */
export function CallFaults({ call }: { call: VoiceCall }) {
  const { microphone, camera, blocked, encrypted, status, unsupported } = useStore(call.store)
  const fault = {
    refused: t('The microphone is not allowed. Allow it for this page in the browser, and try again.'),
    missing: t('No microphone was found. Plug one in, and try again.'),
    lost: t('The microphone was taken away. Plug it in or choose another one, and try again.'),
    off: null,
    asking: null,
    on: null,
  }[microphone]
  const cameraFault = {
    refused: t('The camera is not allowed. Allow it for this page in the browser, and try again.'),
    missing: t('No camera was found. Plug one in, and try again.'),
    lost: t('The camera was taken away. Plug it in or choose another one, and try again.'),
    off: null,
    asking: null,
    on: null,
  }[camera]
  const client = useClient()
  const screens = useStore(sharedScreens)
  const screenFault = {
    refused: t('The screen is not allowed. Choose one and allow it in the browser, and try again.'),
    missing: t('No screen can be shared here. Try again.'),
    lost: t('Your screen is no longer shared. The server ended it.'),
    off: null,
    asking: null,
    on: null,
  }[screens.state]
  return (
    <>
      {unsupported && <ErrorText>{t('This browser cannot take part in encrypted calls.')}</ErrorText>}
      {fault && <Fault text={fault} onRetry={() => changeVoice(client, { mute: false })} />}
      {cameraFault && <Fault text={cameraFault} onRetry={() => void call.openCamera()} />}
      {screenFault && <Fault text={screenFault} onRetry={() => void screens.control?.share()} />}
      {blocked && status === 'connected' && (
        <Button size="small" look="primary" onClick={() => call.play()}>
          {t('Play sound')}
        </Button>
      )}
      {encrypted === false && <p className={styles.note}>{t('Not end-to-end encrypted')}</p>}
    </>
  )
}

function Fault({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <>
      <ErrorText>{text}</ErrorText>
      <Button size="small" onClick={onRetry}>
        {t('Try again')}
      </Button>
    </>
  )
}
