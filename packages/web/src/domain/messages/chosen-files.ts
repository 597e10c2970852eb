import { ATTACHMENTS_MAX, FILE_MAX_BYTES, FILE_MAX_BYTES_BY_PREMIUM, FILE_MAX_BYTES_BY_TIER } from '@guildhall/protocol'
import { t } from '../../lib/language/text.ts'
import { sizeText } from './attachment-kinds.ts'

/** A file that the next message will have. */
export interface ChosenFile {
  /** Distinguishes files of one name. */
  readonly key: string
  readonly file: File
  /** Text for people who do not see the file; empty for none. */
  readonly description: string
  readonly spoiler: boolean
}

let lastKey = 0

/** Returns the size in bytes that a file of a person may have in a guild or direct message. */
export function fileBytesMax(
  person: { premium_type?: number | null | undefined } | null,
  guild: { premium_tier: number } | undefined,
): number {
  const own = FILE_MAX_BYTES_BY_PREMIUM[person?.premium_type ?? 0] ?? FILE_MAX_BYTES
  return Math.max(own, FILE_MAX_BYTES_BY_TIER[guild?.premium_tier ?? 0] ?? FILE_MAX_BYTES)
}

/** Adds files to a message. Files that the server would refuse are left out, with the reason. */
export function withFiles(
  chosen: readonly ChosenFile[],
  added: Iterable<File>,
  bytesMax: number,
): { files: readonly ChosenFile[]; refusal: string | null } {
  const files = [...chosen]
  let refusal: string | null = null
  for (const file of added) {
    if (file.size > bytesMax)
      refusal ??= t('{name} has {size}. A file may have at most {max}.', {
        name: file.name,
        size: sizeText(file.size),
        max: sizeText(bytesMax),
      })
    else if (files.length >= ATTACHMENTS_MAX)
      refusal ??= t('A message may have at most {max} files.', { max: ATTACHMENTS_MAX })
    else {
      lastKey += 1
      files.push({ key: String(lastKey), file, description: '', spoiler: false })
    }
  }
  return { files, refusal }
}
