import type { ReactNode } from 'react'
import { t } from '../lib/language/text.ts'
import styles from './preview.module.css'

/** A form with a live preview of what it makes: at the right where there is room, else below. */
export function WithPreview({ children, preview }: { children: ReactNode; preview: ReactNode }) {
  return (
    <div className={styles.columns} data-wide>
      <div className={styles.form}>{children}</div>
      <aside className={styles.preview} aria-label={t('Preview')}>
        <p className={styles.title}>{t('Preview')}</p>
        {preview}
      </aside>
    </div>
  )
}
