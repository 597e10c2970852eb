import { timeOfId } from '@guildhall/client/records'
import type { AuditLogEntryObject } from '@guildhall/protocol'
import { t } from '../../lib/language/text.ts'
import { fullTime, relativeTime } from '../../lib/time.ts'
import styles from './audit.module.css'
import { type AuditNames, type ChangeInWords, changesInWords, entryInWords } from './audit-words.ts'

/** One entry of the audit log in words. */
export function AuditEntry({ entry, names }: { entry: AuditLogEntryObject; names: AuditNames }) {
  const time = timeOfId(entry.id)
  const timestamp = new Date(time).toISOString()
  const author = entry.user_id === null ? t('The platform') : (names.user(entry.user_id) ?? entry.user_id)
  const changes = changesInWords(entry, names)
  return (
    <li className={styles.entry}>
      <p>
        <strong>{author}</strong> {entryInWords(entry, names)}
      </p>
      {entry.reason && <p className={styles.reason}>{t('Reason: {reason}', { reason: entry.reason })}</p>}
      <p className={styles.time}>
        <time dateTime={timestamp} title={fullTime(timestamp)}>
          {relativeTime(time)}
        </time>
      </p>
      {changes.length > 0 && (
        <details className={styles.changes}>
          <summary>{t('{count, plural, one {# change} other {# changes}}', { count: changes.length })}</summary>
          <dl>
            {changes.map((change) => (
              <Change key={`${change.field} ${change.before} ${change.after}`} change={change} />
            ))}
          </dl>
        </details>
      )}
    </li>
  )
}

function Change({ change: { field, before, after } }: { change: ChangeInWords }) {
  return (
    <>
      <dt className={styles.field}>{field}</dt>
      <dd className={styles.values}>
        {before !== null && <del dir="auto">{before}</del>}
        {before !== null && after !== null && ' '}
        {after !== null && <ins dir="auto">{after}</ins>}
        {before === null && after === null && t('Nothing')}
      </dd>
    </>
  )
}
