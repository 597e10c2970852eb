import { useId } from 'react'
import { useStore } from 'zustand'
import { messageOf } from '../../api/client.ts'
import { showNotice } from '../../ui/notice.ts'
import { useInstantChoice } from '../../ui/use-instant-choice.ts'
import type { TapeFeed } from './tape-feed.ts'
import styles from './toolbar.module.css'

/** The switch that turns the recording of the platform on and off. */
export function RecordingSwitch({ feed }: { feed: TapeFeed }) {
  const id = useId()
  const recording = useStore(feed.store, ({ recording }) => recording)
  const [shown, choose] = useInstantChoice(recording, async (on) => {
    try {
      await feed.setRecording(on)
      return true
    } catch (error) {
      showNotice(messageOf(error))
      return false
    }
  })
  return (
    <span className={styles.switch}>
      {/* biome-ignore lint/a11y/useAriaPropsForRole: a checkbox has its checked state */}
      <input id={id} type="checkbox" role="switch" checked={shown} onChange={({ target }) => choose(target.checked)} />
      <label htmlFor={id}>Recording</label>
    </span>
  )
}
