import { extname } from 'node:path'
import { Mime } from 'mime'
import otherTypes from 'mime/types/other.js'
import standardTypes from 'mime/types/standard.js'

/** The registered name, which browsers know, instead of `audio/x-flac`. */
const types = new Mime(standardTypes, otherTypes).define({ 'audio/flac': ['flac'] }, true)
const TEXT = /^(text\/|application\/json$)/

/** Returns the media type that a file's name indicates, with the charset of text; null for an unknown extension. */
export function typeOfName(filename: string): string | null {
  const extension = extname(filename)
  const type = extension === '' ? null : types.getType(extension)
  return type !== null && TEXT.test(type) ? `${type}; charset=utf-8` : type
}

/**
 * Returns the media type of an uploaded file: by its name, and for a name without a known extension by the picture
 * that it holds. The label of the multipart part is ignored, because libraries send any label.
 */
export function contentTypeOf(filename: string, picture?: { readonly contentType: string }): string {
  return typeOfName(filename) ?? picture?.contentType ?? 'application/octet-stream'
}
