import { invalidForm, type Snowflake, STREAM_PREVIEW_MAX_BYTES } from '@guildhall/protocol'
import { Type } from '../../../validation/schema.ts'

const KEY = '^(?:guild:\\d{1,20}|call):\\d{1,20}:\\d{1,20}$'
const KEY_FORM = new RegExp(KEY)
const JPEG = Buffer.from([0xff, 0xd8, 0xff])

/** Path of a stream: `guild:{guild}:{channel}:{owner}` or `call:{channel}:{owner}`. */
export const StreamPath = Type.Object({ stream_key: Type.String({ pattern: KEY }) })

/** Returns whether a text has the form of a stream key. */
export function isStreamKey(text: string): boolean {
  return KEY_FORM.test(text)
}

/** Returns the channel that a stream key names. */
export function channelOf(streamKey: string): Snowflake {
  return BigInt(streamKey.split(':').at(-2) ?? '')
}

/** Decodes the data URI of a preview. @throws INVALID_FORM_BODY for other formats than JPEG, and over 256 KB */
export function readPreview(dataUri: string): Buffer {
  const bytes = Buffer.from(dataUri.slice(dataUri.indexOf(',') + 1), 'base64')
  if (!bytes.subarray(0, JPEG.length).equals(JPEG))
    throw invalidForm(['thumbnail'], 'IMAGE_INVALID', 'The picture must be a JPEG.')
  if (bytes.length > STREAM_PREVIEW_MAX_BYTES)
    throw invalidForm(['thumbnail'], 'BINARY_TYPE_MAX_SIZE', 'File cannot be larger than 256.0 kb.')
  return bytes
}
