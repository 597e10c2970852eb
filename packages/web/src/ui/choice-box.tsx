import { ChevronDown } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useMemo, useRef, useState } from 'react'
import styles from './choice-box.module.css'
import { type Choice, matchingChoices, movedActive, toggled } from './choices.ts'
import { OptionList } from './option-list.tsx'
import { optionId } from './options.tsx'

export interface ChoiceBoxProps<C extends Choice> {
  /** Name of the control, if no `<label>` names it by its id. */
  label?: string
  /** Name of the list of options. */
  listLabel: string
  id?: string
  placeholder?: string | undefined
  choices: readonly C[]
  chosen: readonly C[]
  min?: number
  /** Most choices. With more than one, the list stays open until the person leaves it. */
  max?: number
  icon?: (choice: C) => ReactNode
  disabled?: boolean | undefined
  busy?: boolean
  note?: string | null | undefined
  invalid?: boolean | undefined
  describedBy?: string | undefined
  autoFocus?: boolean | undefined
  /** Receives what is chosen after each press. */
  onChange: (chosen: readonly C[]) => void
  onOpen?: () => void
  /** Called when the list closes, with what is chosen then. */
  onClose?: (chosen: readonly C[]) => void
  /** Receives the typed text; the caller then provides the matching choices. */
  onSearch?: (text: string) => void
  /** Text that counts as a value itself, beside the choices. */
  text?: string | undefined
  onText?: (text: string) => void
  /** Whether leaving the box by Tab takes the active option, as in a form. */
  takesOnTab?: boolean
}

/** A combobox: opens a list of options, which typing narrows down. */
export function ChoiceBox<C extends Choice>(props: ChoiceBoxProps<C>) {
  const { chosen, placeholder, icon, disabled = false, busy = false } = props
  const listId = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const box = useBox(props)
  const { open, active, items, min, max } = box
  const names = chosen.map(({ label }) => label).join(', ')
  const [only] = chosen
  return (
    <div ref={setAnchor} className={styles.box} data-busy={busy || undefined}>
      {icon && !open && max === 1 && only && <span className={styles.icon}>{icon(only)}</span>}
      <input
        type="text"
        role="combobox"
        id={props.id}
        aria-label={props.label}
        aria-expanded={open}
        aria-haspopup="listbox"
        aria-controls={open ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={open ? optionId(listId, active) : undefined}
        aria-invalid={props.invalid || undefined}
        aria-describedby={props.describedBy}
        aria-disabled={busy || undefined}
        aria-busy={busy || undefined}
        disabled={disabled}
        className={styles.input}
        placeholder={names && open ? names : placeholder}
        value={props.text ?? (open ? box.filter : names)}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        autoFocus={props.autoFocus}
        // Short lists need no keyboard on the screen.
        inputMode={props.onSearch || props.onText ? 'text' : 'none'}
        maxLength={6_000}
        onClick={() => !busy && box.setOpen(!open)}
        onChange={({ target }) => !busy && box.type(target.value)}
        onKeyDown={(event) => !busy && box.onKeyDown(event)}
        onBlur={() => box.setOpen(false)}
      />
      <ChevronDown className={styles.chevron} size={16} strokeWidth={1.5} aria-hidden />
      {open && (
        <OptionList
          id={listId}
          label={props.listLabel}
          anchor={anchor}
          choices={items}
          active={active}
          chosen={chosen}
          multiple={max > 1}
          full={max > 1 && chosen.length >= max}
          icon={icon}
          note={props.note ?? (items.length === 0 && !props.onText ? 'Nothing matches.' : noteOf(min, max))}
          onActive={box.setActive}
          onChoose={box.choose}
        />
      )}
    </div>
  )
}

function noteOf(min: number, max: number): string | null {
  if (max <= 1) return null
  return min === max ? `Choose ${max}.` : min > 0 ? `Choose ${min} to ${max}.` : `Choose up to ${max}.`
}

function useBox<C extends Choice>(props: ChoiceBoxProps<C>) {
  const { choices, chosen, min = 1, max = 1, onSearch } = props
  const [open, setOpenState] = useState(false)
  const [filter, setFilter] = useState('')
  const [active, setActive] = useState(-1)
  // A press changes the choice and closes the list in one event: the caller must see the newest one.
  const newest = useRef(chosen)
  newest.current = chosen
  // Closing the list may blur the box in the same event, which must not close it again.
  const openNow = useRef(false)
  const items = useMemo(
    () => (onSearch ? choices : matchingChoices(choices, filter)) as readonly C[],
    [choices, filter, onSearch],
  )

  function setOpen(next: boolean) {
    if (next === openNow.current) return
    openNow.current = next
    setOpenState(next)
    setFilter('')
    setActive(-1)
    if (next) {
      onSearch?.(props.text ?? '')
      props.onOpen?.()
    } else props.onClose?.(newest.current)
  }

  function type(text: string) {
    if (!open) setOpen(true)
    setFilter(text)
    setActive(props.onText ? -1 : 0)
    onSearch?.(text)
    props.onText?.(text)
  }

  function choose(choice: C) {
    const next = toggled(newest.current, choice, { min, max })
    newest.current = next
    props.onChange(next)
    if (max === 1) setOpen(false)
    else if (filter !== '') {
      setFilter('')
      onSearch?.('')
    }
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const { key } = event
    if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey) return
    const item = items[active]
    if (open && key === 'Escape') {
      // The same key would close the dialog or form around the box.
      event.preventDefault()
      event.stopPropagation()
      return setOpen(false)
    }
    if (open && key === 'Tab') {
      if (props.takesOnTab && item) choose(item)
      return setOpen(false)
    }
    if (open && item && (key === 'Enter' || (key === ' ' && filter === '' && !props.onText))) {
      event.preventDefault()
      return choose(item)
    }
    const opens = key === 'ArrowDown' || key === 'ArrowUp' || (!event.currentTarget.form && isPress(key))
    if (!open && opens) {
      event.preventDefault()
      return setOpen(true)
    }
    const moved = open ? movedActive(key, active, items.length) : undefined
    if (moved === undefined) return
    event.preventDefault()
    setActive(moved)
  }

  return { open, setOpen, filter, active, setActive, items, min, max, type, choose, onKeyDown }
}

const isPress = (key: string) => key === 'Enter' || key === ' '
