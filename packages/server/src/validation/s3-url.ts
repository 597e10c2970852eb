const S3_URL = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/
const PREFIX = /^[\w!.*'()-]+(?:\/[\w!.*'()-]+)*$/

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
