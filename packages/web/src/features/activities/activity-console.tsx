import { useStore } from 'zustand'
import { t } from '../../lib/language/text.ts'
import styles from './activity-stage.module.css'
import { frameView } from './frame-state.ts'

/** Lines that the activity has written to its console, the newest last. */
export function ActivityConsole() {
  const lines = useStore(frameView, (view) => view.lines)
  return (
    <aside className={styles.panel} aria-label={t('Activity console')}>
      {lines.length === 0 && <p className={styles.note}>{t('The activity has written nothing yet.')}</p>}
      <ol className={styles.lines} role="log" aria-label={t('Lines')}>
        {lines.map(({ id, level, text }) => (
          <li key={id} data-level={level}>
            <span className={styles.level}>{level}</span> {text}
          </li>
        ))}
      </ol>
    </aside>
  )
}
