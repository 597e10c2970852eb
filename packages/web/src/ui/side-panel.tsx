import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { inSentence, t } from '../lib/language/text.ts'
import { IconButton } from './button.tsx'
import styles from './side-panel.module.css'

/** A region beside the conversation, with its own heading. */
export function SidePanel({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  return (
    <section className={styles.panel} aria-label={title}>
      <header className={styles.header}>
        <h2 className={styles.title}>{title}</h2>
        <IconButton label={t('Close {name}', { name: inSentence(title) })} onClick={onClose}>
          <X size={20} aria-hidden />
        </IconButton>
      </header>
      <div className={styles.content}>{children}</div>
    </section>
  )
}
