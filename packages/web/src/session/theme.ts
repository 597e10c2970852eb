/** Theme that a person chose; `system` follows the device. */
export type Theme = 'system' | 'light' | 'dark'

const STORED = 'guildhall.theme'

/** Returns the chosen theme. */
export function chosenTheme(): Theme {
  const stored = localStorage.getItem(STORED)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

/** Applies the chosen theme to the document. */
export function applyTheme(): void {
  const theme = chosenTheme()
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

/** Stores a choice and applies it. */
export function chooseTheme(theme: Theme): void {
  if (theme === 'system') localStorage.removeItem(STORED)
  else localStorage.setItem(STORED, theme)
  applyTheme()
}
