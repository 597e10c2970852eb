import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { demand, invalidForm } from '@guildhall/protocol'
import type { UploadedFile } from '../../../../kernel/files.ts'
import type { Work } from '../../../../kernel/work.ts'
import { mayHoldText, type TextRefusal } from '../content-rules.ts'
import { contentBlocksOf } from './load.ts'

/**
 * Rejects a text with a blocked word or link, whoever writes it. `textOf` is called only where something is blocked.
 *
 * @throws ApiError MESSAGE_BLOCKED_BY_AUTOMOD (200000), or another refusal that automatic moderation has
 */
export async function demandUnblockedText(
  work: Work,
  textOf: () => string,
  refusal: TextRefusal = 'MESSAGE_BLOCKED_BY_AUTOMOD',
): Promise<void> {
  const blocks = await contentBlocksOf(work)
  if (blocks) demand(mayHoldText(blocks, textOf(), refusal))
}

/** Whether a text has a blocked word or link. */
export async function isTextBlocked(work: Work, text: string): Promise<boolean> {
  const blocks = await contentBlocksOf(work)
  return blocks !== null && !mayHoldText(blocks, text, 'MESSAGE_BLOCKED_BY_AUTOMOD').ok
}

/**
 * Rejects a blocked file. It is read only where some are blocked.
 *
 * @throws ApiError INVALID_FORM_BODY at `files`
 */
export async function demandUnblockedFile(work: Work, file: UploadedFile | Uint8Array): Promise<void> {
  const blocks = await contentBlocksOf(work)
  if (blocks && blocks.files.size > 0 && blocks.files.has(await sha256Of(file)))
    throw invalidForm(['files'], 'FILE_BLOCKED', 'Operators have blocked this file.')
}

async function sha256Of(file: UploadedFile | Uint8Array): Promise<string> {
  const hash = createHash('sha256')
  if (file instanceof Uint8Array) return hash.update(file).digest('hex')
  for await (const chunk of createReadStream(file.path)) hash.update(chunk as Uint8Array)
  return hash.digest('hex')
}
