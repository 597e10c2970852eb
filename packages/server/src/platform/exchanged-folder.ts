import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Returns the path of the file that names the former folder, while a folder is put in the place of another one. */
export const exchangeMarker = (folder: string): string => `${folder}.restoring`

/** Puts the former folder back if the exchange of a folder was killed between its two steps. */
export function finishExchange(folder: string): void {
  const marker = exchangeMarker(folder)
  if (!existsSync(marker)) return
  const former = join(dirname(folder), readFileSync(marker, 'utf8').trim())
  if (!existsSync(folder) && existsSync(former)) renameSync(former, folder)
  rmSync(marker, { force: true })
}
