import { join, resolve } from 'node:path'
import { isS3Url } from '../../validation/s3-url.ts'
import type { FilesEnd } from './files-end.ts'
import { folderEnd } from './folder-end.ts'

/** Place of the files of a platform. */
export interface FilesPlace {
  /** Path of the data folder. */
  readonly data: string
  /** Folder or bucket; null for `files/` in the data folder. */
  readonly filesUrl: string | null
}

/** Opens the files of a platform. @throws UserError for a bucket that cannot be used */
export async function openFilesEnd({ data, filesUrl }: FilesPlace): Promise<FilesEnd> {
  if (filesUrl !== null && isS3Url(filesUrl)) return (await import('./s3-end.ts')).s3End(filesUrl)
  return folderEnd(resolve(filesUrl ?? join(data, 'files')))
}
