import { type KeyboardEvent, type RefObject, type SyntheticEvent, useLayoutEffect, useRef, useState } from 'react'
import { type Token, tokenAt, withTaken } from './token.ts'

/** Handles a key of the message box while a list is open. Returns whether it has done so. */
export type KeyTaker = (event: KeyboardEvent) => boolean

/** Active option of an open list, for assistive technology. */
export interface ActiveOption {
  readonly listId: string
  readonly optionId: string | undefined
}

/** Finds what can be completed in the message box, and passes keys to its list, which is loaded when it is needed. */
export function useSuggestions(
  box: RefObject<HTMLTextAreaElement | null>,
  text: string,
  change: (text: string) => void,
) {
  const [caret, setCaret] = useState(-1)
  const [closed, setClosed] = useState<string | null>(null)
  const [active, setActive] = useState<ActiveOption | null>(null)
  const keys = useRef<KeyTaker | null>(null)
  const loaded = useRef(false)
  const held = useRef(0)
  const nextCaret = useRef<number | null>(null)
  const found = tokenAt(text, Math.min(caret, text.length))
  const token = found && keyOf(found) !== closed ? found : null
  // A list that was closed opens again with the next name.
  if (closed !== null && !found) setClosed(null)

  useLayoutEffect(() => {
    if (nextCaret.current === null) return
    box.current?.setSelectionRange(nextCaret.current, nextCaret.current)
    nextCaret.current = null
  }, [box, text])

  function take(taken: string) {
    if (!token) return
    const next = withTaken(text, token, taken)
    nextCaret.current = next.caret
    setCaret(next.caret)
    change(next.text)
  }

  function onKeyDown(event: KeyboardEvent): boolean {
    if (!token) return false
    if (event.key === 'Escape') {
      event.preventDefault()
      setClosed(keyOf(token))
      return true
    }
    if (keys.current) return keys.current(event)
    // A command must not be sent as a message while its list loads: the list takes the keys later.
    if (token.kind !== 'command' || loaded.current || event.key !== 'Enter' || event.shiftKey) return false
    event.preventDefault()
    held.current += 1
    return true
  }

  function noteCaret({ currentTarget }: SyntheticEvent<HTMLTextAreaElement>) {
    const { selectionStart, selectionEnd } = currentTarget
    setCaret(selectionStart === selectionEnd ? selectionStart : -1)
  }

  const boxProps = {
    'aria-autocomplete': 'list',
    'aria-controls': token && active ? active.listId : undefined,
    'aria-activedescendant': token ? active?.optionId : undefined,
    onSelect: noteCaret,
    onInput: noteCaret,
    onBlur: () => setCaret(-1),
  } as const

  return { token, list: { keys, loaded, held, onActive: setActive, onTake: take }, onKeyDown, boxProps }
}

/** Names a token whose list was closed: a name stays closed while it is typed, another command does not. */
function keyOf({ kind, start, query }: Token): string {
  return kind === 'command' ? `command ${query}` : `${kind} ${start}`
}
