import type { Control } from './control.ts'
import type { Filters } from './filters.ts'

/** Time after which the browser has read a file that it was given. */
const READ_MS = 60_000

/** Saves the records that the filters select as a file. The key is sent as a header, so this is no plain link. */
export async function saveExport(control: Control, format: 'har' | 'ndjson', filters: Filters): Promise<void> {
  const response = await control.export(format, { ...filters })
  const url = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = url
  link.download = `guildhall-tape.${format}`
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), READ_MS)
}
