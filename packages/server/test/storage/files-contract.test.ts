/** Every store of files holds the same contract: a data folder, another folder, and a bucket. */
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, before, suite, test } from 'node:test'
import { fileSystemStore } from '../../src/adapters/files/file-system.ts'
import { openS3Files, readS3Place } from '../../src/adapters/s3/index.ts'
import type { FileStore, UploadedFile } from '../../src/kernel/files.ts'
import { type S3Server, startS3Server } from '../support/s3-server.ts'

const MIB = 1024 * 1024
/** More than one part of an upload in parts. */
const LARGE_BYTES = 17 * MIB + 7

interface Opened {
  readonly files: FileStore
  readonly data: string
}

type Open = (data: string) => Promise<FileStore>

function contract(name: string, open: Open): void {
  suite(name, () => {
    let opened: Opened
    let uploads = 0
    before(async () => {
      const data = await mkdtemp(join(tmpdir(), 'guildhall-files-'))
      opened = { data, files: await open(data) }
    })
    after(async () => {
      await opened.files.close()
      await rm(opened.data, { recursive: true })
    })

    async function upload(bytes: Uint8Array): Promise<UploadedFile> {
      uploads += 1
      const path = join(opened.files.uploadDir, `upload-${uploads}`)
      await writeFile(path, bytes)
      return { field: 'files[0]', index: 0, filename: 'x', sizeBytes: bytes.length, path }
    }
    const read = async (key: string, range?: { start: number; end: number }) => {
      const file = (await opened.files.open(key)) ?? assert.fail(`no file ${key}`)
      return buffer(file.read(range))
    }
    const list = async (folder: string) => {
      const keys: string[] = []
      for await (const key of opened.files.list(folder)) keys.push(key)
      return keys.sort()
    }

    test('a file is found whole, in ranges, and by its size', async () => {
      const { files } = opened
      const bytes = randomBytes(200_000)
      await files.keep(await upload(bytes), 'attachments/1/2/a b&c(1)+ä.bin')
      assert.equal((await files.open('attachments/1/2/a b&c(1)+ä.bin'))?.sizeBytes, bytes.length)
      assert.deepEqual(await read('attachments/1/2/a b&c(1)+ä.bin'), bytes)
      for (const [start, end] of [
        [0, 0],
        [0, 9],
        [65_530, 65_545],
        [100_000, 199_999],
        [199_999, 199_999],
      ] as const)
        assert.deepEqual(await read('attachments/1/2/a b&c(1)+ä.bin', { start, end }), bytes.subarray(start, end + 1))
    })

    test('a kept upload stays where it is, and can be kept again', async () => {
      const { files } = opened
      const uploaded = await upload(Buffer.from('twice'))
      await files.keep(uploaded, 'attachments/1/3/twice')
      await files.keep(uploaded, 'attachments/1/3/twice')
      assert.ok(existsSync(uploaded.path))
      assert.equal(String(await read('attachments/1/3/twice')), 'twice')
    })

    test('written bytes replace a file; an empty file is a file', async () => {
      const { files } = opened
      await files.write('images/icons/1/x', Buffer.from('one'))
      await files.write('images/icons/1/x', Buffer.from('two'))
      assert.equal(String(await read('images/icons/1/x')), 'two')
      await files.write('images/icons/1/none', Buffer.alloc(0))
      assert.equal((await files.open('images/icons/1/none'))?.sizeBytes, 0)
      assert.equal((await read('images/icons/1/none')).length, 0)
    })

    test('a file that is not there is null; its removal does nothing', async () => {
      const { files } = opened
      assert.equal(await files.open('attachments/9/9/none'), null)
      await files.remove('attachments/9/9/none')
      await files.write('attachments/9/9/one', Buffer.from('1'))
      await files.remove('attachments/9/9/one')
      assert.equal(await files.open('attachments/9/9/one'), null)
    })

    test('lists hold all keys below a folder, and no other ones', async () => {
      const { files } = opened
      const keys = Array.from({ length: 7 }, (_, index) => `images/emojis/${index} &+%`)
      for (const key of keys) await files.write(key, Buffer.from(key))
      await files.write('images/emojis-not/1', Buffer.from('1'))
      assert.deepEqual(await list('images/emojis'), keys)
      const all = await list('')
      assert.ok(keys.every((key) => all.includes(key)))
      assert.ok(all.every((key) => !key.startsWith('.')))
      assert.deepEqual(await list('nothing'), [])
    })

    test('markers of pending files are listed apart', async () => {
      const { files } = opened
      await files.write('pending/1', Buffer.from('key'))
      assert.deepEqual(await list('pending'), ['pending/1'])
      assert.equal(String(await read('pending/1')), 'key')
      await files.remove('pending/1')
      assert.deepEqual(await list('pending'), [])
    })

    test('a large file arrives whole, and leaves nothing unfinished', async () => {
      const { files } = opened
      const bytes = Buffer.alloc(LARGE_BYTES, 'guildhall')
      await files.keep(await upload(bytes), 'attachments/1/4/large')
      const hash = (from: Uint8Array) => createHash('sha256').update(from).digest('hex')
      assert.equal(hash(await read('attachments/1/4/large')), hash(bytes))
      await files.remove('attachments/1/4/large')
    })

    test('a file whose upload is gone is not found', async () => {
      const { files } = opened
      const gone = { field: 'f', index: null, filename: 'x', sizeBytes: 5, path: join(files.uploadDir, 'gone') }
      await assert.rejects(files.keep(gone, 'attachments/1/5/gone'))
      assert.equal(await files.open('attachments/1/5/gone'), null)
    })

    test('no key leaves the store', async () => {
      const { files } = opened
      for (const key of ['../x', 'a/../../x', '/x', 'a//x', '.', 'a/.'])
        await assert.rejects(async () => files.write(key, Buffer.from('x')), /file key/, key)
    })
  })
}

contract('a data folder', (data) => fileSystemStore(data))
contract('a folder of files beside the data folder', (data) => fileSystemStore(data, join(data, 'elsewhere')))

suite('a bucket', () => {
  let store: S3Server
  before(async () => {
    store = await startS3Server({ page: 3 })
  })
  after(() => store[Symbol.asyncDispose]())
  contract('S3', async (data) => {
    const place = readS3Place(`${store.url}/some/where`, store.env)
    return openS3Files(place, { local: await fileSystemStore(data), isShared: false, warn: () => undefined })
  })
  test('16 uploads at once take memory for none of them', async () => {
    const data = await mkdtemp(join(tmpdir(), 'guildhall-files-'))
    const local = await fileSystemStore(data)
    const files = await openS3Files(readS3Place(`${store.url}/some/where`, store.env), {
      local,
      isShared: false,
      warn: () => undefined,
    })
    const path = join(files.uploadDir, 'zeros')
    await writeFile(path, '')
    await truncate(path, 8 * MIB)
    const before = process.memoryUsage().arrayBuffers
    let most = 0
    store.intervene = () => {
      most = Math.max(most, process.memoryUsage().arrayBuffers - before)
      return false
    }
    const upload = { field: 'f', index: null, filename: 'x', sizeBytes: 8 * MIB, path }
    await Promise.all(Array.from({ length: 16 }, (_, index) => files.keep(upload, `attachments/2/${index}/x`)))
    store.intervene = null
    assert.ok(most < 64 * MIB, `${most} bytes of buffers`)
    await files.close()
    await rm(data, { recursive: true })
  })
  test('nothing but files is left behind', () => {
    assert.equal(store.uploads.size, 0)
    assert.ok([...store.objects.keys()].every((key) => key.startsWith('some/where/files/')))
  })
})

/** A store that nobody here wrote, such as `s3://bucket`, with the variables AWS_… of its keys. */
const FOREIGN = process.env.GUILDHALL_TEST_S3
if (FOREIGN === undefined)
  test('another store with the S3 protocol', { skip: 'GUILDHALL_TEST_S3 names none' }, () => {})
else
  contract(`another store with the S3 protocol, ${FOREIGN}`, async (data) =>
    openS3Files(readS3Place(FOREIGN, process.env), {
      local: await fileSystemStore(data),
      isShared: false,
      warn: console.error,
    }),
  )

// Both kinds of folders leave nothing but files either.
test('a folder of files leaves no copies behind', async () => {
  const data = await mkdtemp(join(tmpdir(), 'guildhall-files-'))
  const files = await fileSystemStore(data)
  await files.write('images/icons/1/x', Buffer.from('x'))
  await files.remove('images/icons/1/x')
  assert.deepEqual(await readdir(join(data, 'files', 'images')), [])
  await files.close()
  await rm(data, { recursive: true })
})
