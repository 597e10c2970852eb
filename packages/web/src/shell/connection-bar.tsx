import { useClientState } from '../gateway/react.tsx'
import { t } from '../lib/language/text.ts'
import styles from './connection-bar.module.css'

/** A thin bar while there is no connection. */
export function ConnectionBar() {
  const offline = useClientState(({ status }) => status === 'offline')
  return (
    <div className={styles.place} role="status">
      {offline && <p className={styles.bar}>{t('No connection. Trying again…')}</p>}
    </div>
  )
}
