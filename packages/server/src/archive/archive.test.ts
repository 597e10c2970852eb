import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { ArchiveError } from './archive-error.ts'
import type { ArchiveManifest } from './manifest.ts'
import { readArchive } from './read-archive.ts'
import { makeKeyPair, type Seal, type Unseal } from './seal.ts'
import { headerBlocks, padding, TAR_END } from './tar.ts'
import { writeArchive } from './write-archive.ts'

let folder = ''
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guildhall-archive-'))
})
after(() => rm(folder, { recursive: true, force: true }))

const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')
const LONG = `files/attachments/1/2/${'ü'.repeat(120)}.bin`
const CONTENT: Record<string, Buffer> = {
  'tables/users.ndjson': Buffer.from('{"id":"1"}\n'),
  'files/empty': Buffer.alloc(0),
  [LONG]: randomBytes(300_000),
  'secret.key': randomBytes(32),
}

function manifestOf(content: Record<string, Buffer>, fields: object = {}): ArchiveManifest {
  const members = Object.entries(content).map(([name, bytes]) => ({ name, bytes: bytes.length, sha256: sha256(bytes) }))
  const facts = { version: '1.2.3', migration: 7, created_at: new Date(0).toISOString(), store: 'sqlite' } as const
  return { format: 1, kind: 'backup', ...facts, counts: { users: 1 }, members, ...fields }
}

const path = () => join(folder, `${randomBytes(4).toString('hex')}.tar.zst`)

async function written(seal: Seal, content = CONTENT): Promise<string> {
  const file = path()
  await writeArchive(file, manifestOf(content), {
    seal,
    async *read({ name }) {
      yield content[name] ?? Buffer.alloc(0)
    },
  })
  return file
}

async function unpacked(file: string, unseal: Unseal = null): Promise<Record<string, Buffer>> {
  const found: Record<string, Buffer> = {}
  await readArchive(file, unseal, {
    async member({ name }, bytes) {
      found[name] = await buffer(bytes)
    },
  })
  return found
}

type ForgedEntry = readonly [name: string, content: Buffer, type?: string]

/** Returns a tar of any entries, without its end. */
function tarOf(entries: readonly ForgedEntry[]): Buffer {
  const parts = entries.flatMap(([name, content, type = '0']) => {
    const header = headerBlocks({ name, bytes: content.length }, 0)
    // The sum counts the type.
    const sum = Number.parseInt(header.toString('latin1', 148, 154), 8) + type.charCodeAt(0) - '0'.charCodeAt(0)
    header.write(type, 156)
    header.write(sum.toString(8).padStart(6, '0'), 148)
    return [header, content, padding(content.length)]
  })
  return Buffer.concat(parts)
}

/** Writes an archive of any entries, plain. */
async function forged(entries: readonly ForgedEntry[], end: Uint8Array = TAR_END): Promise<string> {
  const file = path()
  await writeFile(file, zstdCompressSync(Buffer.concat([tarOf(entries), end])))
  return file
}

const manifestEntry = (content: Record<string, Buffer>, fields?: object) =>
  ['manifest.json', Buffer.from(JSON.stringify(manifestOf(content, fields)))] as const
const refused = (file: string, text: RegExp, unseal: Unseal = null) =>
  assert.rejects(unpacked(file, unseal), (error: Error) => {
    assert.ok(error instanceof ArchiveError, error.stack)
    assert.match(error.message, text)
    return true
  })

test('an archive gives back what was written, plain, to a key and to a passphrase', async () => {
  const { identity, recipient } = await makeKeyPair()
  const plain = await written(null)
  assert.deepEqual(await unpacked(plain), CONTENT)
  assert.equal((await stat(plain)).mode & 0o777, 0o600)
  const toKey = await written({ recipient })
  assert.deepEqual(await unpacked(toKey, { identities: [identity] }), CONTENT)
  assert.equal((await readFile(toKey)).includes(CONTENT['secret.key'] as Buffer), false)
  const toWord = await written({ passphrase: 'a word' })
  assert.deepEqual(await unpacked(toWord, { passphrase: 'a word' }), CONTENT)

  const other = await makeKeyPair()
  await refused(toKey, /another key or passphrase/, { identities: [other.identity] })
  await refused(toKey, /another key or passphrase/, { passphrase: 'a word' })
  await refused(toKey, /is encrypted: give the recovery key/)
})

test('archives that are cut off or damaged anywhere are refused', async () => {
  const { identity, recipient } = await makeKeyPair()
  for (const [file, unseal] of [
    [await written(null), null],
    [await written({ recipient }), { identities: [identity] }],
  ] as const) {
    const whole = await readFile(file)
    const place = path()
    for (const share of [0.0001, 0.1, 0.5, 0.9, 0.9999]) {
      await writeFile(place, whole.subarray(0, Math.floor(whole.length * share)))
      await refused(place, /damaged|cut off|no archive/, unseal)
      const damaged = Buffer.from(whole)
      const at = Math.floor(damaged.length * share)
      damaged[at] = (damaged[at] ?? 0) ^ 0xff
      await writeFile(place, damaged)
      await assert.rejects(unpacked(place, unseal), ArchiveError, `changed at ${share}`)
    }
  }
  const tar = zstdDecompressSync(await readFile(await written(null)))
  const cut = path()
  await writeFile(cut, zstdCompressSync(tar.subarray(0, tar.length - 302_000)))
  await refused(cut, /cut off/)
})

test('foreign files, newer formats and faulty manifests are refused', async () => {
  const file = path()
  await writeFile(file, 'something else')
  await refused(file, /is no archive of Guildhall/)
  await refused(join(folder, 'absent'), /ENOENT/)
  await refused(await forged([]), /does not begin with a manifest/)
  await refused(await forged([['a.txt', Buffer.from('a')]]), /does not begin with a manifest/)
  await refused(await forged([['manifest.json', Buffer.from('{')]]), /is no JSON/)
  await refused(await forged([['manifest.json', Buffer.from('{"format":1}')]]), /manifest is faulty/)
  await refused(await forged([manifestEntry({}, { format: 2 })]), /format 2.*up to 1/)
})

test('members with paths that leave, links, unknown, missing, doubled and larger members are refused', async () => {
  const a = { 'files/a': Buffer.from('a') }
  const entry = ['files/a', Buffer.from('a')] as const
  for (const name of ['files/../a', '/etc/passwd', 'files//a', 'files/a\\b', 'tables/A.ndjson', 'b', 'files/', '../x'])
    await refused(await forged([manifestEntry({ [name]: Buffer.from('a') })]), /has a member/)
  for (const type of ['1', '2', '3', '5', '6', 'g'])
    await refused(await forged([manifestEntry(a), ['files/a', Buffer.alloc(0), type]]), /no plain file/)
  await refused(await forged([manifestEntry(a), entry, ['files/b', Buffer.from('b')]]), /has no "files\/b"/)
  await refused(await forged([manifestEntry(a), entry, entry]), /has no "files\/a"/)
  await refused(await forged([manifestEntry(a)]), /files\/a is missing/)
  await refused(await forged([manifestEntry(a), ['files/a', Buffer.from('ab')]]), /has 2 bytes/)
  await refused(await forged([manifestEntry(a), ['files/a', Buffer.from('b')]]), /another hash/)
  const twice = manifestOf(a)
  const doubled = { ...twice, members: [...twice.members, ...twice.members] }
  await refused(await forged([['manifest.json', Buffer.from(JSON.stringify(doubled))]]), /two members/)
})

test('an archive that swells beyond its manifest is refused before its end', async () => {
  const zeros = Buffer.alloc(20 * 1024 * 1024)
  const swelling = await forged([manifestEntry({ 'files/a': Buffer.from('a') })], zeros)
  assert.ok((await stat(swelling)).size < 100_000)
  await refused(swelling, /more bytes than its manifest says/)
})

test('a member that changed while it was read leaves no archive, not even an unfinished one', async () => {
  const file = path()
  const before = await readdir(folder)
  const read = async function* () {
    yield Buffer.from('other')
  }
  await assert.rejects(writeArchive(file, manifestOf(CONTENT), { seal: null, read }), /changed while/)
  assert.deepEqual(await readdir(folder), before)
})
