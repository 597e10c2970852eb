import { Check } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Choice } from './choices.ts'
import styles from './option-list.module.css'
import { RoleName } from './role-name.tsx'

export interface OptionsProps<C extends Choice> {
  id: string
  /** Name of the list. */
  label: string
  choices: readonly C[]
  /** Index of the active option; -1 for none. */
  active: number
  chosen?: readonly Choice[]
  multiple?: boolean
  /** Whether options beside the chosen ones cannot be chosen. */
  full?: boolean
  icon?: ((choice: C) => ReactNode) | undefined
  listRef?: (element: HTMLElement | null) => void
  onActive: (index: number) => void
  onChoose: (choice: C) => void
}

/** Returns the id of an option, for `aria-activedescendant`. */
export function optionId(listId: string, index: number): string | undefined {
  return index < 0 ? undefined : `${listId}-${index}`
}

/** Options of a control that keeps the focus, and names the active one by `aria-activedescendant`. */
export function Options<C extends Choice>(props: OptionsProps<C>) {
  const { id, label, choices, active, multiple = false, listRef } = props
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' })
  }, [active, choices])
  return (
    <div
      ref={(element) => {
        list.current = element
        listRef?.(element)
      }}
      id={id}
      role="listbox"
      tabIndex={-1}
      className={styles.list}
      aria-label={label}
      aria-multiselectable={multiple || undefined}
      // A press must not take the focus away from the control.
      onMouseDown={(event) => event.preventDefault()}
    >
      {choices.map((choice, index) => (
        <Option key={choice.value} choice={choice} index={index} list={props} />
      ))}
    </div>
  )
}

function Option<C extends Choice>(props: { choice: C; index: number; list: OptionsProps<C> }) {
  const { choice, index, list } = props
  const isActive = index === list.active
  const chosen = list.chosen?.some(({ value }) => value === choice.value) ?? false
  const disabled = (list.full && !chosen) || undefined
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the control that keeps the focus handles keys
    <div
      id={optionId(list.id, index)}
      role="option"
      tabIndex={-1}
      aria-selected={list.chosen ? chosen : isActive}
      aria-disabled={disabled}
      data-active={isActive || undefined}
      className={styles.option}
      onMouseMove={() => !isActive && list.onActive(index)}
      onClick={() => !disabled && list.onChoose(choice)}
    >
      {list.icon?.(choice)}
      <span className={styles.text}>
        <span className={styles.label}>
          <RoleName colours={choice.colours ?? null}>{choice.label}</RoleName>
        </span>{' '}
        {choice.detail && <span className={styles.detail}>{choice.detail}</span>}
      </span>
      {choice.aside && <span className={styles.aside}>{choice.aside}</span>}
      {chosen && <Check size={16} className={styles.check} aria-hidden />}
    </div>
  )
}
