import { Filter } from 'lucide-react'
import { IconButton } from '../../ui/button.tsx'
import type { TapeRecord } from './control-types.ts'
import { nameOf, useNames } from './names.ts'
import styles from './record-details.module.css'
import { visible } from './record-words.ts'
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
    ['Application', 'application_id', names.applications],
    ['Guild', 'guild_id', names.guilds],
    ['Person', 'user_id', names.users],
    ['Session', 'session_id', new Map<string, string>()],
  ] as const
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd dir="auto">{value}</dd>
        </div>
      ))}
      {ids.map(([label, field, known]) => {
        const id = record[field]
        if (id === null) return null
        const name = nameOf(known, id)
        return (
          <div key={field}>
            <dt>{label}</dt>
            <dd className={styles.named}>
              <span>
                <bdi>{visible(name)}</bdi>
                {name !== id && <span className={styles.id}>{id}</span>}
              </span>
              <IconButton
                label={`Show only this ${label.toLowerCase()}`}
                className={styles.filter}
                onClick={() => change({ [field]: id })}
              >
                <Filter size={16} strokeWidth={1.5} aria-hidden />
              </IconButton>
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
