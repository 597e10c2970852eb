import type { ReactNode } from 'react'
import { messageOf } from '../api/client.ts'
import { t } from '../lib/language/text.ts'
import { Button } from './button.tsx'
import { ErrorText } from './field.tsx'
import styles from './list-state.module.css'

/** Shows a list that the server was asked for: its failure with another try, its absence, or its entries. */
export function ListState<T>(props: {
  query: { data: readonly T[] | undefined; error: unknown; refetch: () => unknown }
  empty: ReactNode
  children: (entries: readonly T[]) => ReactNode
}) {
  const { query, empty, children } = props
  if (query.error) {
    return (
      <div className={styles.failure}>
        <ErrorText>{messageOf(query.error)}</ErrorText>
        <Button onClick={() => void query.refetch()}>{t('Try again')}</Button>
      </div>
    )
  }
  if (!query.data) {
    return (
      <p className={styles.note} role="status">
        {t('Loading…')}
      </p>
    )
  }
  if (query.data.length === 0) return <p className={styles.note}>{empty}</p>
  return <>{children(query.data)}</>
}
