import assert from 'node:assert/strict'
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { serveLines } from './json-rpc.ts'

/** Returns what is written for an input. `wait` never ends by itself. */
async function responsesTo(...lines: string[]): Promise<unknown[]> {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const written = text(output)
  const served = serveLines(input, output, method, new AbortController().signal)
  for (const line of lines) input.write(`${line}\n`)
  input.end()
  await served
  output.end()
  return (await written).split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]))
}

async function method(name: string, params: object, signal: AbortSignal): Promise<unknown> {
  if (name === 'wait' && !signal.aborted) await once(signal, 'abort')
  return { name, ...params }
}

const jsonrpc = '2.0'
const refused = (code: number, id: unknown = null) => [jsonrpc, id, code]
const codesOf = (responses: unknown[]) =>
  (responses as { jsonrpc: string; id: unknown; error?: { code: number } }[]).map((response) => [
    response.jsonrpc,
    response.id,
    response.error?.code,
  ])

test('lines that are no requests are refused, and notifications have no response', async () => {
  const lines = [
    '{bad',
    'null',
    '5',
    '[]',
    '{}',
    '{"id":1,"method":5}',
    '{"id":null,"method":"a"}',
    '{"id":{},"method":"a"}',
  ]
  assert.deepEqual(codesOf(await responsesTo(...lines)), [
    refused(-32_700),
    ...Array(4).fill(refused(-32_600)),
    refused(-32_600, 1),
    ...Array(2).fill(refused(-32_600)),
  ])
  assert.deepEqual(await responsesTo('{"method":"a"}', '{"id":1,"result":{}}', '', '[{"method":"a"}]'), [])
})

test('a batch has one line of responses', async () => {
  const responses = await responsesTo('[{"id":1,"method":"a"},{"method":"b"},{"id":"c","method":"c"},5]')
  assert.deepEqual(codesOf(responses[0] as unknown[]), [
    [jsonrpc, 1, undefined],
    [jsonrpc, 'c', undefined],
    refused(-32_600),
  ])
})

test('only a line feed ends a line, and a line that is too long is passed over', async () => {
  const separators = 'a\u2028b\u2029c\u0085d\\re'
  const [first, second, third] = await responsesTo(
    `{"id":1,"method":"a","params":{"text":"${separators}"}}`,
    `{"id":2,"method":"${'x'.repeat(5 * 1024 * 1024)}"}`,
    '{"id":3,"method":"a"}',
  )
  assert.deepEqual((first as { result: object }).result, { name: 'a', text: separators.replace('\\r', '\r') })
  assert.deepEqual(codesOf([second, third]), [refused(-32_700), [jsonrpc, 3, undefined]])
})

test('a cancelled call has no response', async () => {
  const cancel = '{"method":"notifications/cancelled","params":{"requestId":1}}'
  assert.deepEqual(codesOf(await responsesTo('{"id":1,"method":"wait"}', cancel, '{"id":2,"method":"a"}')), [
    [jsonrpc, 2, undefined],
  ])
})

test('serving ends at once when asked to, and when the client has gone', async () => {
  for (const leave of [
    (end: AbortController) => end.abort(),
    (_: AbortController, output: PassThrough) => output.destroy(new Error('EPIPE')),
  ]) {
    const [input, output, end] = [new PassThrough(), new PassThrough(), new AbortController()]
    const served = serveLines(input, output, method, end.signal)
    input.write('{"id":1,"method":"wait"}\n')
    leave(end, output)
    await served
  }
})
