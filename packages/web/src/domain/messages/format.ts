import type { KeyboardEvent } from 'react'

/** Marks around a text by the key that sets them together with Ctrl or Cmd. */
const MARKS: ReadonlyMap<string, string> = new Map([
  ['b', '**'],
  ['i', '*'],
  ['u', '__'],
])

/** Returns a text with marks around a part of it, or without those that are there already. */
export function marked(
  text: string,
  { start, end }: { start: number; end: number },
  mark: string,
): { replaced: { start: number; end: number }; by: string; selected: { start: number; end: number } } {
  const inner = text.slice(start, end)
  const { length } = mark
  if (isMarked(text.slice(0, start), text.slice(end), mark)) {
    const from = start - length
    return { replaced: { start: from, end: end + length }, by: inner, selected: { start: from, end: end - length } }
  }
  return {
    replaced: { start, end },
    by: `${mark}${inner}${mark}`,
    selected: { start: start + length, end: end + length },
  }
}

/** Returns whether marks stand around a text. A star of bold text is none of italic text. */
function isMarked(before: string, after: string, mark: string): boolean {
  if (!before.endsWith(mark) || !after.startsWith(mark)) return false
  return (
    mark !== '*' ||
    ((/\*+$/.exec(before)?.[0].length ?? 0) % 2 === 1 && (/^\*+/.exec(after)?.[0].length ?? 0) % 2 === 1)
  )
}

/** Replaces a part of a text field. The browser can undo it, and the field's owner receives an input event. */
function replaceIn(box: HTMLTextAreaElement, { start, end }: { start: number; end: number }, by: string): void {
  box.focus()
  box.setSelectionRange(start, end)
  // The only way to change a field that keeps its history of changes.
  document.execCommand(by === '' ? 'delete' : 'insertText', false, by)
}

/** Inserts a text at the caret. */
export function insertAtCaret(box: HTMLTextAreaElement, text: string): void {
  replaceIn(box, { start: box.selectionStart, end: box.selectionEnd }, text)
}

/** Makes the selected text bold, italic or underlined for the usual keys. Returns whether the key was one of them. */
export function formatOnKey(event: KeyboardEvent<HTMLTextAreaElement>): boolean {
  const mark = MARKS.get(event.key.toLowerCase())
  if (!mark || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return false
  event.preventDefault()
  const box = event.currentTarget
  const range = { start: box.selectionStart, end: box.selectionEnd }
  const { replaced, by, selected } = marked(box.value, range, mark)
  replaceIn(box, replaced, by)
  box.setSelectionRange(selected.start, selected.end)
  return true
}
