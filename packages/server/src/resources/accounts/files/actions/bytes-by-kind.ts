import type { Work } from '../../../../kernel/work.ts'
import type { FileKind } from '../model.ts'
import { bytesOfKinds } from '../store.ts'

/** Returns the bytes of all kept files by their kind. */
export function bytesByKind(work: Work): Promise<Record<FileKind, bigint>> {
  return bytesOfKinds(work)
}
