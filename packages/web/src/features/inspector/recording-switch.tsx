import { useStore } from 'zustand'
import { messageOf } from '../../api/client.ts'
import { t } from '../../lib/language/text.ts'
import { InstantSwitch } from '../../ui/instant-switch.tsx'
import { showNotice } from '../../ui/notice.ts'
import type { TapeFeed } from './tape-feed.ts'
import styles from './toolbar.module.css'

/** The switch that turns the recording of the platform on and off. */
export function RecordingSwitch({ feed }: { feed: TapeFeed }) {
  const recording = useStore(feed.store, ({ recording }) => recording)
  const save = async (on: boolean) => {
    try {
      await feed.setRecording(on)
      return true
    } catch (error) {
      showNotice(messageOf(error))
      return false
    }
  }
  return (
    <div className={styles.recording}>
      <InstantSwitch label={t('Recording')} checked={recording} onSave={save} />
    </div>
  )
}
