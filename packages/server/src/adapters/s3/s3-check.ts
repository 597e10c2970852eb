import { UserError } from '../../kernel/user-error.ts'
import type { S3Client } from './s3-client.ts'
import { adviceOf, S3Error } from './s3-error.ts'
import { deleteObject, listObjects, putObject } from './s3-objects.ts'

const CHECK_OBJECT = 'write-check'

/**
 * Checks that objects of a bucket can be listed, written and deleted.
 *
 * @throws UserError with the bucket, the reason, and advice
 */
export async function checkBucket(client: S3Client): Promise<void> {
  const { name, prefix } = client.place
  try {
    for await (const _ of listObjects(client, `${prefix}${CHECK_OBJECT}`)) break
    await putObject(client, `${prefix}${CHECK_OBJECT}`, Buffer.from('This object may be deleted.\n'))
    await deleteObject(client, `${prefix}${CHECK_OBJECT}`)
  } catch (error) {
    throw error instanceof S3Error ? bucketError(name, error) : error
  }
}

/** Returns an error for the operator: the bucket, the reason, advice. */
export function bucketError(name: string, error: S3Error): UserError {
  return new UserError(`${name} cannot be used: ${error.message}. ${adviceOf(error)}`, { cause: error })
}
