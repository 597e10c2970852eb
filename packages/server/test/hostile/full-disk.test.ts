/** A full disk is a fault of this machine, whatever the body. [L5] */
import assert from 'node:assert/strict'
import { createWriteStream } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { ApiError } from '@guildhall/protocol'
import { readMultipart } from '../../src/media/multipart.ts'

test('an upload on a full disk is refused with 500 and leaves no file', {
  skip: process.platform !== 'linux',
}, async () => {
  const dir = await mkdtemp(join(tmpdir(), 'guildhall-full-'))
  const part = (name: string, bytes: number) =>
    `--b\r\nContent-Disposition: form-data; name="${name}"; filename="a.bin"\r\n\r\n${'x'.repeat(bytes)}\r\n`
  for (const sizes of [[1], [500_000], [1, 500_000], [500_000, 1, 1]]) {
    const text = `${sizes.map((bytes, index) => part(`files[${index}]`, bytes)).join('')}--b--\r\n`
    const headers = { 'content-type': 'multipart/form-data; boundary=b' }
    const request = Object.assign(Readable.from([Buffer.from(text)]), { headers, complete: true })
    const limits = {
      dir,
      fileBytesMax: 1e6,
      totalBytesMax: 1e7,
      filesMax: 10,
      openFile: () => createWriteStream('/dev/full'),
    }
    await assert.rejects(
      readMultipart(request as unknown as IncomingMessage, limits),
      (error) => error instanceof ApiError && error.status === 500,
      sizes.join(),
    )
  }
  assert.deepEqual(await readdir(dir), [])
  await rm(dir, { recursive: true })
})
