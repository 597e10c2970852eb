import { readFileSync } from 'node:fs'
import { FaultyInputError } from '../../kernel/user-error.ts'
import { parseS3Url } from '../../validation/s3-url.ts'

/** Variables of a process. */
type Environment = Readonly<Record<string, string | undefined>>

/** Keys that sign requests. They appear in no message. */
interface S3Credentials {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string
}

/** A bucket with the keys to it. */
export interface S3Place {
  /** The address that the operator gave: `s3://BUCKET[/PREFIX]`. */
  readonly name: string
  readonly bucket: string
  /** Empty, or a prefix that ends with a slash. */
  readonly prefix: string
  /** Address of the bucket, which ends with a slash. */
  readonly address: URL
  readonly region: string
  readonly credentials: S3Credentials
}

const REGION_DEFAULT = 'us-east-1'

/**
 * Reads the place of a bucket and the keys to it from the variables that all programs for S3 read. `…_FILE` names a
 * file that holds the value.
 *
 * @throws FaultyInputError that names the variable, without a value
 */
export function readS3Place(url: string, env: Environment): S3Place {
  const parts = parseS3Url(url)
  if (parts === null)
    throw new FaultyInputError(`${JSON.stringify(url)} is no address of a bucket such as s3://BUCKET/PREFIX.`)
  const accessKeyId = variable(env, 'AWS_ACCESS_KEY_ID')
  const secretAccessKey = variable(env, 'AWS_SECRET_ACCESS_KEY')
  if (accessKeyId === null || secretAccessKey === null) {
    const missing = accessKeyId === null ? 'AWS_ACCESS_KEY_ID' : 'AWS_SECRET_ACCESS_KEY'
    throw new FaultyInputError(`${url} needs the variable ${missing}, or ${missing}_FILE with the name of a file.`)
  }
  const sessionToken = variable(env, 'AWS_SESSION_TOKEN')
  const region = variable(env, 'AWS_REGION') ?? REGION_DEFAULT
  return {
    name: `s3://${parts.bucket}${parts.prefix === '' ? '' : `/${parts.prefix.slice(0, -1)}`}`,
    ...parts,
    address: addressOf(parts.bucket, region, variable(env, 'AWS_ENDPOINT_URL')),
    region,
    credentials: { accessKeyId, secretAccessKey, ...(sessionToken !== null && { sessionToken }) },
  }
}

/** Returns the address of a bucket: with an endpoint, its path names the bucket. */
function addressOf(bucket: string, region: string, endpoint: string | null): URL {
  if (endpoint !== null) {
    const base = URL.canParse(endpoint) ? new URL(endpoint) : null
    const isPlain = base !== null && /^https?:$/.test(base.protocol) && base.username === '' && base.search === ''
    if (!isPlain) throw new FaultyInputError('AWS_ENDPOINT_URL takes an address such as https://s3.example.')
    return new URL(`${base.origin}${base.pathname.replace(/\/$/, '')}/${bucket}/`)
  }
  if (!/^[a-z0-9-]+$/.test(region)) throw new FaultyInputError('AWS_REGION takes a region such as eu-central-1.')
  const host = `s3.${region}.amazonaws.com`
  // A certificate of the service covers no name with dots.
  return new URL(bucket.includes('.') ? `https://${host}/${bucket}/` : `https://${bucket}.${host}/`)
}

function variable(env: Environment, name: string): string | null {
  const [given, path] = [env[name] || null, env[`${name}_FILE`] || null]
  if (given !== null && path !== null) throw new FaultyInputError(`${name} and ${name}_FILE are both set; remove one.`)
  if (path === null) return given
  try {
    const text = readFileSync(path, 'utf8').trim()
    if (text === '') throw new FaultyInputError(`${name}_FILE: ${path} is empty.`)
    return text
  } catch (cause) {
    if (cause instanceof FaultyInputError) throw cause
    const { code } = cause as NodeJS.ErrnoException
    throw new FaultyInputError(`${name}_FILE: ${path} cannot be read (${code}).`, { cause })
  }
}
