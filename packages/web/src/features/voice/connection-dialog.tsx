import { useStore } from 'zustand'
import { t } from '../../lib/language/text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Row, Rows } from '../../ui/sections.tsx'
import type { VoiceCall } from './call/voice-call.ts'

/** Measures of a call's connection over the last five seconds. */
export function ConnectionDialog({ call, onClose }: { call: VoiceCall; onClose: () => void }) {
  const { pingMs, lossPercent, jitterMs, transport } = useStore(call.store, ({ quality }) => quality)
  return (
    <Dialog title={t('Connection')} onClose={onClose}>
      <Rows label={t('Connection')}>
        <Row title={t('Ping')} detail={pingMs === null ? t('Not measured yet') : t('{count} ms', { count: pingMs })} />
        <Row title={t('Loss')} detail={t('{count} %', { count: lossPercent })} />
        <Row title={t('Jitter')} detail={t('{count} ms', { count: jitterMs })} />
        <Row title={t('Transport')} detail={transport} />
      </Rows>
    </Dialog>
  )
}
