import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { recordExchanges } from './record-exchanges.ts'

/** A process that reports exchanges and ends: the rest in memory is written at its end. */
const PROGRAM = `
const { recordExchanges } = await import(${JSON.stringify(new URL('./record-exchanges.ts', import.meta.url).href)})
const told = recordExchanges()
if (told !== recordExchanges()) throw new Error('one file a process')
const exchange = { operation: 'get_user', url: '/api/users/1', status: 200, input: undefined, files: [], answer: '{}' }
for (let count = 0; count < 1000; count += 1) told(exchange)
let deep = []
for (let depth = 0; depth < 100000; depth += 1) deep = [deep]
told({ ...exchange, status: 400, input: deep })
told({ ...exchange, status: 403, answer: 'x'.repeat(1024 * 1024) })
`

test('exchanges are written as lines, some of each kind, none that is huge', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-record-'))
  try {
    const env = { ...process.env, GUILDHALL_TEST_EXCHANGES: folder }
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', PROGRAM], { env })
    assert.equal(status, 0, stderr.toString())
    const [file = ''] = await readdir(folder)
    const lines = (await readFile(join(folder, file), 'utf8')).trimEnd().split('\n')
    const statuses = lines.map((line) => (JSON.parse(line) as { status: number }).status)
    assert.equal(statuses.filter((code) => code === 200).length, 400)
    assert.deepEqual(statuses.slice(400), [400], 'nested beyond any stack, without its body; and none of a megabyte')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('nothing is recorded where no folder is named', () => {
  assert.equal(recordExchanges({}), undefined)
})
