const S3_URL_TEXT = 's3://([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])'
const PREFIX_TEXT = "[\\w!.*'()-]+(?:/[\\w!.*'()-]+)*"
const S3_URL = new RegExp(`^${S3_URL_TEXT}(?:/(.*))?$`)
const PREFIX = new RegExp(`^${PREFIX_TEXT}$`)

/** Pattern of a folder or a bucket in a schema: what begins with `s3://` names a bucket. */
export const FOLDER_OR_BUCKET = `^(?:(?!s3://).+|(?!s3://.*/[.]{1,2}(?:/|$))${S3_URL_TEXT}(?:/(?:${PREFIX_TEXT}/?)?)?)$`

/** A bucket, and what the names of its objects begin with. */
export interface S3Url {
  readonly bucket: string
  /** Empty, or a prefix that ends with a slash. */
  readonly prefix: string
}

/** Whether a text names a bucket, and no folder. */
export const isS3Url = (text: string): boolean => text.startsWith('s3://')

/** Reads `s3://BUCKET[/PREFIX]`. Returns null for anything else. */
export function parseS3Url(text: string): S3Url | null {
  const [, bucket, path = ''] = S3_URL.exec(text) ?? []
  const prefix = path.replace(/\/$/, '')
  if (bucket === undefined) return null
  if (prefix === '') return { bucket, prefix: '' }
  const isSound = PREFIX.test(prefix) && !prefix.split('/').some((part) => part === '.' || part === '..')
  return isSound ? { bucket, prefix: `${prefix}/` } : null
}
