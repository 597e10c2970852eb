import { AttachmentFlag, type AttachmentObject, type Faults } from '@guildhall/protocol'
import type { UploadedFile } from '../../../kernel/files.ts'
import { cleanFilename } from '../../../media/filename.ts'
import type { AttachmentRequest } from './requests.ts'

/**
 * Returns the flags of an attachment. Its name alone marks it a spoiler, whatever the request says. [ATT-3] [ATT-4]
 * [ATT-5]
 */
export function spoilerFlags(flags: number, filename: string, requested: boolean | null | undefined): number {
  const spoiler = filename.startsWith('SPOILER_') || (requested ?? (flags & AttachmentFlag.IS_SPOILER) !== 0)
  return spoiler ? flags | AttachmentFlag.IS_SPOILER : flags & ~AttachmentFlag.IS_SPOILER
}

/** Returns the stored name of a file: the described name, else its own, without unsafe characters. */
export function filenameOf(file: UploadedFile, described: AttachmentRequest | undefined): string {
  return cleanFilename(described?.filename ?? '') ?? cleanFilename(file.filename) ?? 'unknown'
}

/** Returns the names by which `attachment://` refers to the files of a request. */
export function filenamesOf(files: readonly UploadedFile[], described: readonly AttachmentRequest[]): string[] {
  return files.map((file, position) => filenameOf(file, descriptionOf(file, position, described)))
}

/** Returns what a request says of one of its files. */
export function descriptionOf(
  file: UploadedFile,
  position: number,
  described: readonly AttachmentRequest[],
): AttachmentRequest | undefined {
  return described.find((entry) => entry.id === indexOf(file, position))
}

/** Returns n of the form field `files[n]`, or the position of a file whose field has another name. */
const indexOf = (file: UploadedFile, position: number): bigint => BigInt(file.index ?? position)

/** Adds a fault for each file or attachment that is described twice. */
function checkDistinct(described: readonly AttachmentRequest[], faults: Faults): void {
  const seen = new Set<bigint>()
  for (const [index, { id }] of described.entries()) {
    if (seen.has(id))
      faults.add([index, 'id'], 'SET_TYPE_ALREADY_CONTAINS_VALUE', 'The set already contains this value')
    seen.add(id)
  }
}

/** Adds a fault for each description of a file that the request does not upload. */
export function checkDescribedFiles(
  described: readonly AttachmentRequest[],
  files: readonly UploadedFile[],
  faults: Faults,
): void {
  const indices = new Set(files.map(indexOf))
  checkDistinct(described, faults)
  for (const [index, entry] of described.entries())
    if (!indices.has(entry.id)) faults.add([index, 'id'], 'ATTACHMENT_NOT_FOUND', 'Unknown attachment.')
}

/**
 * Returns the attachments that an edit keeps: those it lists, with their new descriptions. Adds faults for unknown
 * ids. [END-60]
 */
export function keptAttachments(
  existing: readonly AttachmentObject[],
  requested: readonly AttachmentRequest[],
  files: readonly UploadedFile[],
  faults: Faults,
): AttachmentObject[] {
  const kept: AttachmentObject[] = []
  const indices = new Set(files.map(indexOf))
  checkDistinct(requested, faults)
  for (const [index, entry] of requested.entries()) {
    const known = existing.find((attachment) => attachment.id === entry.id.toString())
    if (!known) {
      // The entry may describe an uploaded file.
      if (!indices.has(entry.id)) faults.add([index, 'id'], 'ATTACHMENT_NOT_FOUND', 'Unknown attachment.')
      continue
    }
    const flags = spoilerFlags(known.flags ?? 0, known.filename, entry.is_spoiler)
    const { flags: _, description: before, ...rest } = known
    const description = entry.description === undefined ? before : (entry.description ?? undefined)
    kept.push({ ...rest, ...(description !== undefined && { description }), ...(flags ? { flags } : {}) })
  }
  return kept
}
