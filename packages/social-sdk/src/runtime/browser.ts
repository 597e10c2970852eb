import type { LogFile } from '../log/log-file.ts'

/** Returns undefined: pages have no environment. */
export function environment(_name: string): string | undefined {
  return undefined
}

/** Opens a page in a new tab. */
export function openInBrowser(url: string): void {
  const { open } = globalThis as { open?: (url: string, target: string, features: string) => unknown }
  open?.(url, '_blank', 'noopener')
}

/** Returns null: pages write no files. */
export function openLogFile(_folder: string, _name: string): LogFile | null {
  return null
}

/** Does nothing: pages write no files. */
export function keepLogFile(_folder: string, _name: string, _kept: string): void {}
