/** Checks and readers for tests of the tape. */
import assert from 'node:assert/strict'
import { api } from '@guildhall/testing'

interface HarMessage {
  url: string
  headers: { name: string; value: string }[]
}
export interface HarEntry {
  request: HarMessage & Record<string, unknown>
  response: HarMessage & Record<string, unknown>
  timings: object
  startedDateTime: string
}

/** Fields that HAR 1.2 requires, with their types. */
const ENTRY = {
  startedDateTime: 'string',
  time: 'number',
  request: 'object',
  response: 'object',
  cache: 'object',
  timings: 'object',
}
const MESSAGE = {
  httpVersion: 'string',
  cookies: 'object',
  headers: 'object',
  headersSize: 'number',
  bodySize: 'number',
}
const REQUEST = { ...MESSAGE, method: 'string', url: 'string', queryString: 'object' }
const RESPONSE = { ...MESSAGE, status: 'number', statusText: 'string', content: 'object', redirectURL: 'string' }

/** Asserts that an entry has every field that HAR 1.2 requires. */
export function assertHarEntry(entry: HarEntry): void {
  has(entry, ENTRY)
  has(entry.request, REQUEST)
  has(entry.response, RESPONSE)
  has(entry.timings, { send: 'number', wait: 'number', receive: 'number' })
  has(entry.response.content as object, { size: 'number', mimeType: 'string' })
  assert.ok(URL.canParse(entry.request.url) && !Number.isNaN(Date.parse(entry.startedDateTime)))
  for (const { name, value } of entry.request.headers) assert.equal(typeof name + typeof value, 'stringstring')
}

function has(object: object, fields: Readonly<Record<string, string>>): void {
  for (const [field, type] of Object.entries(fields))
    assert.equal(typeof (object as Record<string, unknown>)[field], type, field)
}

/** Returns every text below a key that names a credential. */
export function secretsOf(value: unknown, key = ''): string[] {
  if (typeof value === 'string') return /token|secret|password/.test(key) ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, field]) => secretsOf(field, name))
}

/** Returns the lines of a response that are not empty, as they come. */
export async function* linesOf(response: Response): AsyncGenerator<string> {
  let rest = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? []) {
    rest += decoder.decode(chunk, { stream: true })
    const lines = rest.split('\n')
    rest = lines.pop() ?? ''
    yield* lines.filter((line) => line !== '')
  }
}

/** Runs a copied test as its reader does: with the testing package, `assert`, a platform and an environment. */
export async function runCopiedTest(
  text: string,
  { platform, env }: { platform: { readonly api: string }; env: Readonly<Record<string, string | undefined>> },
): Promise<void> {
  const made = new Function('api', 'assert', 'platform', 'test', 'process', text)
  let run: () => Promise<void> = async () => assert.fail('the copy is no test')
  const kept = (_name: string, body: () => Promise<void>) => {
    run = body
  }
  made(api, assert, platform, kept, { env })
  await run()
}
