import { X } from 'lucide-react'
import { useStore } from 'zustand'
import { t } from '../lib/language/text.ts'
import { IconButton } from './button.tsx'
import { notice, showNotice } from './notice.ts'
import styles from './notice-bar.module.css'

/** Text about the last action that failed after its form or dialog was closed. */
export function NoticeBar() {
  const text = useStore(notice, (state) => state.text)
  return (
    <div className={styles.place} role="alert">
      {text && (
        <p className={styles.bar}>
          {text}
          <IconButton label={t('Dismiss')} onClick={() => showNotice(null)}>
            <X size={16} aria-hidden />
          </IconButton>
        </p>
      )}
    </div>
  )
}
