import { Trash2 } from 'lucide-react'
import { t } from '../../../lib/language/text.ts'
import { IconButton } from '../../../ui/button.tsx'
import styles from './panels.module.css'

/** Faults that wait for what they apply to, each with a button that deletes it. */
export function FaultRows<F extends { id: number; count: number | null }>(props: {
  faults: readonly F[]
  textOf: (fault: F) => string
  onDelete: (id: number) => void
}) {
  const { faults, textOf, onDelete } = props
  if (faults.length === 0) return null
  return (
    <ul className={styles.rows}>
      {faults.map((fault) => (
        <li key={fault.id} className={styles.row}>
          <span className={styles.rowText}>{textOf(fault)}</span>
          <span className={styles.facts}>
            {fault.count === null ? t('fault|always') : t('{count} left', { count: fault.count })}
          </span>
          <IconButton label={t('Delete {name}', { name: textOf(fault) })} onClick={() => onDelete(fault.id)}>
            <Trash2 size={16} aria-hidden />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}
