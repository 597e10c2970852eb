/** Ids of the parts that skip links lead to. A page has one of each. */
export const CHANNELS_ID = 'channels'
export const LOG_ID = 'messages'
export const BOX_ID = 'message-box'

const CONTROLS = ['input', 'textarea', 'select', 'button', '[role="combobox"]'].join()

/** Focuses the link of the open channel, or the first link of the channel list. */
export function focusChannels(): void {
  const list = document.getElementById(CHANNELS_ID)
  const link = list?.querySelector<HTMLElement>('[aria-current="page"]') ?? list?.querySelector('a')
  link?.focus()
}

/** Focuses the active message, or the empty log. */
export function focusMessages(): void {
  const log = document.getElementById(LOG_ID)
  const message = log?.querySelector<HTMLElement>('article[tabindex="0"]')
  ;(message ?? log)?.focus()
}

/** Focuses the message box, or the form of a command that stands in its place. */
export function focusMessageBox(): void {
  const box = document.getElementById(BOX_ID)
  const controls = [...(box?.closest('section')?.querySelectorAll<HTMLElement>(CONTROLS) ?? [])]
  const shown = box?.checkVisibility() ? box : controls.find((control) => control.checkVisibility())
  shown?.focus()
}

/** Focuses the main part of a page that has no messages. */
export function focusContent(): void {
  const main = document.querySelector('main')
  main?.setAttribute('tabindex', '-1')
  main?.focus()
}
