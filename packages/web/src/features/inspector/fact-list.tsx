import { Filter } from 'lucide-react'
import { t } from '../../lib/language/text.ts'
import { IconButton } from '../../ui/button.tsx'
import type { TapeRecord } from './control-types.ts'
import { nameOf, useNames } from './names.ts'
import styles from './record-details.module.css'
import { ID_WORDS, visible } from './record-words.ts'
import type { SearchChanges } from './use-search-state.ts'

/** Facts of a record. Each id can become a filter of the list. */
export function FactList(props: {
  record: TapeRecord
  facts: readonly (readonly [name: string, value: string])[]
  change: (changes: SearchChanges) => void
}) {
  const { record, facts, change } = props
  const names = useNames()
  const ids = [
    ['application_id', names.applications],
    ['guild_id', names.guilds],
    ['user_id', names.users],
    ['session_id', new Map<string, string>()],
  ] as const
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
      {ids.map(([field, known]) => {
        const id = record[field]
        if (id === null) return null
        const name = nameOf(known, id)
        return (
          <div key={field}>
            <dt>{t(ID_WORDS[field].name)}</dt>
            <dd className={styles.named}>
              <span>
                <bdi>{visible(name)}</bdi>
                {name !== id && <span className={styles.id}>{id}</span>}
              </span>
              <IconButton
                label={t(ID_WORDS[field].only)}
                className={styles.filter}
                onClick={() => change({ [field]: id })}
              >
                <Filter size={16} aria-hidden />
              </IconButton>
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
