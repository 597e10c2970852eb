import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runningClock } from '../../../../kernel/clock.ts'
import { Tape } from '../../../../kernel/tape/tape.ts'
import { TapeStream } from './stream.ts'

const clock = runningClock()
const ids = { applicationId: null, guildId: null, userId: null, sessionId: null }
/** More than wait to be rendered, as when an event reaches thousands of sessions at once. */
const BURST = 2_500

function streamed(title: string) {
  const tape = new Tape({ clock, wallClock: clock })
  tape.recording = true
  const facts = { title, direction: null, status: null, durationMs: null, bytes: 0, ...ids }
  const add = () => tape.add({ kind: 'frame', keptBytes: 0, facts: () => facts, details: () => null })
  return { tape, add, stream: new TapeStream(tape, { kinds: null }, ({ id }) => ({ id, title })) }
}

type Line = { id: number } | { lost: number }

/** Reads until the records that were received and lost are as many as were added. */
async function read(stream: TapeStream, added: number): Promise<Line[]> {
  const lines: Line[] = []
  let [rest, counted] = ['', 0]
  for await (const chunk of stream.setEncoding('utf8')) {
    const texts = (rest + (chunk as string)).split('\n')
    rest = texts.pop() ?? ''
    for (const text of texts) {
      if (text === '') continue
      const line = JSON.parse(text) as Line
      lines.push(line)
      counted += 'lost' in line ? line.lost : 1
    }
    if (counted >= added) break
  }
  assert.equal(counted, added)
  return lines
}

test('the stream tells a fast reader what it lost of a burst of records', async () => {
  const { add, stream } = streamed('short')
  for (let n = 0; n < BURST; n += 1) add()
  const lines = await read(stream, BURST)
  assert.ok('lost' in (lines.at(-1) ?? {}), 'behind the records that came before')
})

test('the stream tells a slow reader what it lost once it reads again', async () => {
  const { add, stream } = streamed('x'.repeat(10_000))
  // Ten times the bytes that wait for a reader.
  for (let tick = 0; tick < 10; tick += 1) {
    for (let n = 0; n < 100; n += 1) add()
    await new Promise(setImmediate)
  }
  const lines = await read(stream, 1_000)
  assert.ok(lines.some((line) => 'lost' in line && line.lost > 0))
})
