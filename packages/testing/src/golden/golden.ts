import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { at, type CallSite } from '../acting/call-site.ts'
import { lineDiff } from './line-diff.ts'
import { type NormalNames, normalised } from './normalise.ts'

/** Set to 1 to write golden files instead of comparing them. */
const UPDATE = 'GUILDHALL_UPDATE_GOLDEN'

/** An exchange is not the one that is kept in the golden file. */
export class NotGolden extends Error {
  override readonly name = 'NotGolden'
}

/**
 * Compares an exchange with a golden file. A missing file is written, except in CI.
 * @throws NotGolden with the lines that differ
 */
export function matchGolden(site: CallSite, file: string | URL, exchange: unknown, names: NormalNames): void {
  const path = file instanceof URL ? fileURLToPath(file) : file
  const found = `${JSON.stringify(normalised(exchange, names), null, 2)}\n`
  const isKept = existsSync(path)
  if (process.env[UPDATE] === '1' || (!isKept && !process.env.CI)) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, found)
    return
  }
  const hint = `${UPDATE}=1 writes it.`
  if (!isKept) throw at(site, new NotGolden(`There is no golden file ${path}. ${hint}`))
  const kept = readFileSync(path, 'utf8')
  if (kept === found) return
  throw at(site, new NotGolden(`The exchange is not the one of ${path}. ${hint}\n${lineDiff(kept, found)}`))
}
