import type { ReactNode } from 'react'
import styles from './choice-tabs.module.css'

/** Buttons of which one is pressed: each is a Tab stop by itself. */
export function ChoiceTabs(props: {
  /** Name of the group. */
  label: string
  value: string
  choices: readonly { value: string; label: string; content?: ReactNode }[]
  onChange: (value: string) => void
}) {
  const { label, value, choices, onChange } = props
  return (
    <fieldset className={styles.tabs} aria-label={label}>
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          className={styles.tab}
          aria-label={choice.label}
          aria-pressed={choice.value === value}
          onClick={() => onChange(choice.value)}
        >
          {choice.content ?? choice.label}
        </button>
      ))}
    </fieldset>
  )
}
