import styles from './avatar.module.css'

/** The colour of a status. Decorative: its name stands beside it. */
export function StatusDot({ status }: { status: string }) {
  return <span className={`${styles.dot} ${styles[status === 'invisible' ? 'offline' : status] ?? ''}`} aria-hidden />
}
