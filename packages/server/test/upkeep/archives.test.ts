/** Archives in the hands of others: opened by the public tool, damaged anywhere, forged, of newer versions. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { zstdCompressSync } from 'node:zlib'
import { ArchiveError } from '../../src/archive/archive-error.ts'
import type { ArchiveManifest } from '../../src/archive/manifest.ts'
import { readArchive } from '../../src/archive/read-archive.ts'
import { makeKeyPair, type Seal, type Unseal } from '../../src/archive/seal.ts'
import { headerBlocks, padding, TAR_END } from '../../src/archive/tar.ts'
import { writeArchive } from '../../src/archive/write-archive.ts'
import { migrations } from '../../src/migrations/index.ts'
import { runCommand } from '../support/command.ts'
import { kills } from '../support/killed-command.ts'

/** Damaged archives of each kind. */
const DAMAGES = Math.max(60, kills * 20)
const CONTENT: Record<string, Buffer> = {
  'tables/users.ndjson': Buffer.from('{"id":"1"}\n'),
  'files/attachments/1/2/a.bin': randomBytes(3_000),
  'secret.key': randomBytes(32),
}
const hasAge = spawnSync('age', ['--version'], { stdio: 'ignore' }).status === 0

let folder = ''
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guildhall-archives-'))
})
after(() => rm(folder, { recursive: true, force: true }))
const at = (name: string) => join(folder, name)

function manifestOf(fields: Partial<ArchiveManifest> = {}): ArchiveManifest {
  const members = Object.entries(CONTENT).map(([name, bytes]) => {
    return { name, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
  })
  const facts = { version: '1.2.3', migration: 7, created_at: new Date(0).toISOString(), store: 'sqlite' } as const
  return { format: 1, kind: 'backup', ...facts, counts: { users: 1 }, members, ...fields }
}

async function written(name: string, seal: Seal, fields?: Partial<ArchiveManifest>): Promise<string> {
  await writeArchive(at(name), manifestOf(fields), {
    seal,
    async *read(member) {
      yield CONTENT[member.name] ?? Buffer.alloc(0)
    },
  })
  return at(name)
}

async function contentOf(file: string, unseal: Unseal): Promise<Record<string, Buffer>> {
  const found: Record<string, Buffer> = {}
  await readArchive(file, unseal, {
    async member({ name }, bytes) {
      found[name] = await buffer(bytes)
    },
  })
  return found
}

test('the public age tool opens what Guildhall has encrypted, and Guildhall what the tool has', async (context) => {
  if (!hasAge) return context.skip('there is no age on this machine')
  const { identity, recipient } = await makeKeyPair()
  await writeFile(at('identity'), `${identity}\n`)
  const plain = await readFile(await written('plain.tar.zst', null))
  const ours = await written('ours.tar.zst.age', { recipient })
  const opened = spawnSync('age', ['--decrypt', '-i', at('identity'), ours])
  assert.equal(opened.status, 0, opened.stderr.toString())
  assert.deepEqual(opened.stdout, plain)
  const theirs = at('theirs.tar.zst.age')
  const sealed = spawnSync('age', ['--encrypt', '-r', recipient, '-o', theirs], { input: plain })
  assert.equal(sealed.status, 0, sealed.stderr.toString())
  assert.deepEqual(await contentOf(theirs, { identities: [identity] }), CONTENT)
})

/** Returns numbers below a bound, the same ones in each run. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Returns a damaged copy: a byte changed, bytes cut out, doubled, or put in, or the end cut off. */
function damaged(whole: Buffer, random: (below: number) => number): Buffer {
  const from = random(whole.length)
  const to = Math.min(whole.length, from + 1 + random(200))
  const [head, part, tail] = [whole.subarray(0, from), whole.subarray(from, to), whole.subarray(to)]
  const kind = random(5)
  if (kind === 0) return Buffer.concat([head, tail])
  if (kind === 1) return Buffer.concat([head, part, part, tail])
  if (kind === 2) return Buffer.concat([head, Buffer.from([random(256)]), part, tail])
  if (kind === 3) return Buffer.from(head)
  const copy = Buffer.from(whole)
  copy[from] = (copy[from] ?? 0) ^ (1 << random(8))
  return copy
}

test(`${DAMAGES} damaged archives of each kind are refused, or have the members as they were`, async () => {
  const { identity, recipient } = await makeKeyPair()
  const random = numbers(26)
  for (const [file, unseal] of [
    [await written('whole.tar.zst', null), null],
    [await written('whole.tar.zst.age', { recipient }), { identities: [identity] }],
  ] as const) {
    const whole = await readFile(file)
    for (let count = 0; count < DAMAGES; count += 1) {
      const copy = damaged(whole, random)
      if (copy.equals(whole)) continue
      await writeFile(at('damaged'), copy)
      const result = await contentOf(at('damaged'), unseal).catch((error: unknown) => error)
      if (result instanceof ArchiveError) continue
      // A plain archive has no seal: texts of its manifest that no member depends on may differ.
      assert.equal(unseal, null, `damage ${count}: ${String(result)}`)
      assert.deepEqual(result, CONTENT, `damage ${count}`)
    }
  }
})

/** Runs a restore that must be refused, and leaves nothing. */
async function refused(text: RegExp, ...args: string[]): Promise<void> {
  const beside = await readdir(folder)
  const { code, stdout, stderr } = await runCommand(['restore', ...args, '--data', at('target')])
  assert.deepEqual([code, stdout], [1, ''], stderr)
  assert.match(stderr, text)
  assert.doesNotMatch(stderr, /\n\s+at /)
  assert.deepEqual(await readdir(folder), beside)
}

test('restore refuses archives of newer versions, of other keys, and such as swell, and leaves nothing', async () => {
  const newer = { version: '9.9.9', migration: migrations.length + 3 }
  await refused(
    new RegExp(`9\\.9\\.9 with migration ${newer.migration}.*knows ${migrations.length}`),
    await written('newer.tar.zst', null, newer),
  )
  const { recipient } = await makeKeyPair()
  const { identity } = await makeKeyPair()
  await writeFile(at('other-identity'), `${identity}\n`)
  const foreign = await written('foreign.tar.zst.age', { recipient })
  await refused(/another key/, foreign, '--identity', at('other-identity'))
  await refused(/cannot read .*ENOENT/, foreign, '--identity', at('lost-identity'))
  await refused(/give the recovery key/, foreign)
  const huge = manifestOf({ members: [{ name: 'files/a', bytes: 2 ** 50, sha256: '0'.repeat(64) }] })
  await refused(/bytes of room/, await forged('huge.tar.zst', huge, Buffer.alloc(0)))
  const small = manifestOf({ members: [{ name: 'files/a', bytes: 1, sha256: '0'.repeat(64) }] })
  const swelling = await forged('swelling.tar.zst', small, Buffer.alloc(64 * 1024 * 1024))
  assert.ok((await stat(swelling)).size < 100_000)
  await refused(/more bytes than its manifest says/, swelling)
})

/** Writes a plain archive of a manifest and any bytes. */
async function forged(name: string, manifest: ArchiveManifest, rest: Buffer): Promise<string> {
  const text = Buffer.from(JSON.stringify(manifest))
  const header = headerBlocks({ name: 'manifest.json', bytes: text.length }, 0)
  await writeFile(at(name), zstdCompressSync(Buffer.concat([header, text, padding(text.length), rest, TAR_END])))
  return at(name)
}
