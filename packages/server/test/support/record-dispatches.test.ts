import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

/** A process whose clients report dispatches and that ends: the rest in memory is written at its end. */
const PROGRAM = `
const { RawGateway } = await import('@guildhall/testing')
const { recordDispatches } = await import(${JSON.stringify(new URL('./record-dispatches.ts', import.meta.url).href)})
recordDispatches({})
if (RawGateway.observe) throw new Error('recorded without a folder')
recordDispatches()
for (let count = 0; count < 100; count += 1) {
  for (const data of [{ id: String(count) }, { id: String(count), guild_id: '1' }, null]) {
    RawGateway.observe({ event: 'THING_CREATE', data, receiver: 'bot' })
  }
  RawGateway.observe({ event: 'THING_CREATE', data: { id: '1' }, receiver: 'person' })
}
`

test('dispatches are written as lines, some of each event, receiver and set of fields [EVT-22]', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-record-'))
  try {
    const env = { ...process.env, GUILDHALL_TEST_EXCHANGES: folder }
    const options = { env, cwd: import.meta.dirname }
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', PROGRAM], options)
    assert.equal(status, 0, stderr.toString())
    const [file = ''] = await readdir(folder)
    assert.match(file, /^events-\d+\.ndjson$/)
    const lines = (await readFile(join(folder, file), 'utf8')).trimEnd().split('\n')
    assert.equal(lines.length, 4 * 60)
    assert.deepEqual(JSON.parse(lines[0] ?? ''), { event: 'THING_CREATE', data: { id: '0' }, receiver: 'bot' })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
