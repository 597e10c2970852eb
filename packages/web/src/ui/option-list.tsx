import { autoUpdate, flip, offset, size, useFloating } from '@floating-ui/react-dom'
import { Check } from 'lucide-react'
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import type { Choice } from './choices.ts'
import styles from './option-list.module.css'

export interface OptionListProps<C extends Choice> {
  id: string
  /** Name of the list. */
  label: string
  /** Control that the list belongs to. */
  anchor: HTMLElement | null
  placement?: 'bottom-start' | 'top-start'
  choices: readonly C[]
  /** Index of the active option; -1 for none. */
  active: number
  chosen?: readonly Choice[]
  multiple?: boolean
  /** Whether options beside the chosen ones cannot be chosen. */
  full?: boolean
  icon?: ((choice: C) => ReactNode) | undefined
  /** Text below the options, such as a fault. */
  note?: string | null | undefined
  onActive: (index: number) => void
  onChoose: (choice: C) => void
}

/** Returns the id of an option, for `aria-activedescendant`. */
export function optionId(listId: string, index: number): string | undefined {
  return index < 0 ? undefined : `${listId}-${index}`
}

/**
 * A list of options that floats beside a control. The focus stays in the control. The list is in the browser's top
 * layer, so that neither a dialog nor a scrolling area hides it.
 */
export function OptionList<C extends Choice>(props: OptionListProps<C>) {
  const { id, label, anchor, placement = 'bottom-start', choices, active, note, multiple = false } = props
  const { refs, floatingStyles } = useFloating({
    strategy: 'fixed',
    placement,
    transform: false,
    elements: { reference: anchor },
    whileElementsMounted: autoUpdate,
    middleware: [
      offset(4),
      flip({ padding: 8 }),
      size({
        padding: 8,
        apply({ availableHeight, rects, elements }) {
          Object.assign(elements.floating.style, {
            maxHeight: `${Math.max(120, Math.min(availableHeight, 360))}px`,
            width: `${Math.max(rects.reference.width, Math.min(280, innerWidth - 16))}px`,
          })
        },
      }),
    ],
  })
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    refs.floating.current?.showPopover?.()
  }, [refs])
  useEffect(() => {
    list.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' })
  }, [active, choices])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps the focus, and does nothing else
    <div
      ref={refs.setFloating}
      popover="manual"
      className={styles.popup}
      style={floatingStyles}
      // A press must not take the focus away from the control.
      onMouseDown={(event) => event.preventDefault()}
    >
      <div ref={list} id={id} role="listbox" aria-label={label} aria-multiselectable={multiple || undefined}>
        {choices.map((choice, index) => (
          <Option key={choice.value} choice={choice} index={index} list={props} />
        ))}
      </div>
      {note && (
        <p className={styles.note} role="status">
          {note}
        </p>
      )}
    </div>
  )
}

function Option<C extends Choice>(props: { choice: C; index: number; list: OptionListProps<C> }) {
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
        <span className={styles.label}>{choice.label}</span>{' '}
        {choice.detail && <span className={styles.detail}>{choice.detail}</span>}
      </span>
      {choice.aside && <span className={styles.aside}>{choice.aside}</span>}
      {chosen && <Check size={16} strokeWidth={1.5} className={styles.check} aria-hidden />}
    </div>
  )
}
