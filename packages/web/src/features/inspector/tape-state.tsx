import { useStore } from 'zustand'
import { t } from '../../lib/language/text.ts'
import { Button } from '../../ui/button.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { ErrorText } from '../../ui/field.tsx'
import { useSave } from '../../ui/use-save.ts'
import type { TapeFeed } from './tape-feed.ts'
import styles from './tape-state.module.css'

/** The text of an empty list: why it is empty, and what to do next. */
export function TapeState(props: { feed: TapeFeed; isFiltered: boolean; onUnfilter: () => void }) {
  const { feed, isFiltered, onUnfilter } = props
  const isLoaded = useStore(feed.store, ({ complete }) => complete)
  const recording = useStore(feed.store, ({ recording }) => recording)
  const waiting = useStore(feed.store, ({ waiting }) => waiting)
  const saving = useSave()
  if (!isLoaded) return null
  if (waiting > 0) {
    return (
      <div className={styles.state}>
        <h2>{t('The list stands still')}</h2>
        <p>{t('{count, plural, one {# record waits} other {# records wait}} until you resume.', { count: waiting })}</p>
        <Button look="primary" onClick={() => feed.setPaused(false)}>
          {t('Resume')}
        </Button>
      </div>
    )
  }
  if (!recording) {
    return (
      <div className={styles.state}>
        <h2>{t('The tape does not record')}</h2>
        <p>{t('While it is off, nothing is kept, and it costs nothing.')}</p>
        <Button look="primary" busy={saving.busy} onClick={() => void saving.run(() => feed.setRecording(true))}>
          {t('Start recording')}
        </Button>
        {saving.error && <ErrorText>{saving.error}</ErrorText>}
      </div>
    )
  }
  if (isFiltered) {
    return (
      <div className={styles.state}>
        <h2>{t('No record matches')}</h2>
        <p>{t('New records that match appear here.')}</p>
        <Button onClick={onUnfilter}>{t('Clear filters')}</Button>
      </div>
    )
  }
  return (
    <div className={styles.state}>
      <h2>{t('Nothing on the tape yet')}</h2>
      <p>{t('Start a bot on this platform, or use the app. Every request, frame, event and delivery appears here.')}</p>
      <CopyField
        label={t('Start a bot')}
        value={['guildhall', 'run', '--server', location.origin, '--token', '"$TOKEN"', '--', 'node', 'bot.js'].join(
          ' ',
        )}
        hint={t('Any program does, without a change. A token for the bot is made under People.')}
      />
    </div>
  )
}
