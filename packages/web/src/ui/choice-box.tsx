import { COMMAND_STRING_MAX } from '@guildhall/protocol'
import { useCombobox } from 'downshift'
import { ChevronDown } from 'lucide-react'
import { type ChangeEvent, type KeyboardEvent, type ReactNode, useId, useMemo, useRef, useState } from 'react'
import { t } from '../lib/language/text.ts'
import styles from './choice-box.module.css'
import { type Choice, matchingChoices, toggled } from './choices.ts'
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
  const box = useBox(props, listId)
  const { isOpen: open, highlightedIndex: active, items, min, max } = box
  const names = chosen.map(({ label }) => label).join(', ')
  const [only] = chosen
  return (
    <div ref={setAnchor} className={styles.box} data-busy={busy || undefined}>
      {icon && !open && max === 1 && only && <span className={styles.icon}>{icon(only)}</span>}
      <input
        {...box.input}
        type="text"
        id={props.id}
        // A label names the box by its id.
        aria-labelledby={undefined}
        aria-haspopup="listbox"
        aria-controls={open ? listId : undefined}
        aria-activedescendant={open ? optionId(listId, active) : undefined}
        aria-invalid={props.invalid || undefined}
        aria-describedby={props.describedBy}
        aria-disabled={busy || undefined}
        aria-busy={busy || undefined}
        disabled={disabled}
        className={styles.input}
        placeholder={names && open ? names : placeholder}
        value={props.text ?? (open ? box.filter : names)}
        autoCapitalize="off"
        spellCheck={false}
        autoFocus={props.autoFocus}
        // Short lists need no keyboard on the screen.
        inputMode={props.onSearch || props.onText ? 'text' : 'none'}
        maxLength={COMMAND_STRING_MAX}
      />
      <ChevronDown className={styles.chevron} size={16} aria-hidden />
      {open && (
        <OptionList
          id={listId}
          label={props.listLabel}
          anchor={anchor}
          choices={items}
          active={active}
          chosen={chosen}
          multiple={max > 1}
          full={isFull(chosen, max)}
          icon={icon}
          note={props.note ?? (items.length === 0 && !props.onText ? t('Nothing matches.') : noteOf(min, max))}
          listRef={box.listRef}
          onActive={box.setHighlightedIndex}
          onChoose={box.choose}
        />
      )}
    </div>
  )
}

function noteOf(min: number, max: number): string | null {
  if (max <= 1) return null
  return min === max
    ? t('Choose {max}.', { max })
    : min > 0
      ? t('Choose {min} to {max}.', { min, max })
      : t('Choose up to {max}.', { max })
}

/** Keeps the state of a box. Downshift handles its keys, its focus and its attributes for assistive technology. */
function useBox<C extends Choice>(props: ChoiceBoxProps<C>, listId: string) {
  const { choices, chosen, min = 1, max = 1, busy = false, onSearch, onText } = props
  const [filter, setFilter] = useState('')
  const latest = useRef({ props, chosen, filter })
  latest.current = { props, chosen, filter }
  const items = useMemo(() => (onSearch ? [...choices] : matchingChoices(choices, filter)), [choices, filter, onSearch])
  const search = (text: string) => {
    latest.current.filter = text
    setFilter(text)
    onSearch?.(text)
  }
  const combobox = useCombobox<C>({
    items,
    itemToString: (choice) => choice?.label ?? '',
    isItemDisabled: ({ value }) => isFull(chosen, max) && !chosen.some((one) => one.value === value),
    // The caller keeps the chosen choices.
    selectedItem: null,
    inputValue: props.text ?? filter,
    menuId: listId,
    getItemId: (index) => optionId(listId, index) ?? '',
    stateReducer(state, { type, changes }) {
      if (busy) return state
      const isTyped = type === useCombobox.stateChangeTypes.InputChange
      const start = isTyped && !onText ? 0 : -1
      const opens = changes.isOpen === true && !state.isOpen
      return { ...changes, selectedItem: null, ...((isTyped || opens) && { highlightedIndex: start }) }
    },
    onIsOpenChange({ isOpen }) {
      const now = latest.current
      if (!isOpen) {
        setFilter('')
        return now.props.onClose?.(now.chosen)
      }
      now.props.onSearch?.(now.props.text ?? now.filter)
      now.props.onOpen?.()
    },
  })
  const { isOpen, highlightedIndex, openMenu, closeMenu } = combobox

  function choose(choice: C) {
    const next = toggled(latest.current.chosen, choice, { min, max })
    // The list may close before the caller renders what is chosen.
    latest.current.chosen = next
    props.onChange(next)
    if (max === 1) closeMenu()
    else if (filter !== '') search('')
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const item = isOpen ? items[highlightedIndex] : undefined
    const key = keyOf(event, { isOpen, isText: filter !== '' || onText !== undefined })
    if (key === 'library') return
    if (key === 'Escape') return event.stopPropagation() // The same key would close the dialog or form around the box.
    if (key === 'Tab') return void (props.takesOnTab && item && choose(item))
    Object.assign(event.nativeEvent, { preventDownshiftDefault: true })
    if (key === 'none' || busy) return
    if (isOpen && !item) return
    event.preventDefault()
    if (item) choose(item)
    else openMenu()
  }

  const input = combobox.getInputProps({
    onKeyDown,
    onChange({ currentTarget: { value } }: ChangeEvent<HTMLInputElement>) {
      if (busy) return
      search(value)
      onText?.(value)
    },
    'aria-label': props.label,
  })
  const { ref } = combobox.getMenuProps({}, { suppressRefError: true })
  const listRef = (element: HTMLElement | null) => {
    if (typeof ref === 'function') ref(element)
  }
  return { ...combobox, input, listRef, filter, items, min, max, choose }
}

const isFull = (chosen: readonly Choice[], max: number) => max > 1 && chosen.length >= max

/** Returns what a key is for: a press of the box or of its active option, a key that has its own meaning, or none. */
function keyOf(event: KeyboardEvent<HTMLInputElement>, { isOpen, isText }: { isOpen: boolean; isText: boolean }) {
  const { key, altKey, ctrlKey, metaKey, nativeEvent, currentTarget } = event
  if (nativeEvent.isComposing || altKey || ctrlKey || metaKey) return 'none'
  if (isOpen && (key === 'Escape' || key === 'Tab')) return key
  const isPress = isOpen
    ? key === 'Enter' || (key === ' ' && !isText)
    : !currentTarget.form && (key === 'Enter' || key === ' ')
  if (isPress) return 'press'
  // A closed list leaves Enter and Escape to the form and the dialog around it.
  return key === 'Enter' || key === 'Escape' ? 'none' : 'library'
}
