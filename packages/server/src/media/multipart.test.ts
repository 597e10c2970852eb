import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, suite, test } from 'node:test'
import { ApiError } from '@guildhall/protocol'
import { discard, type MultipartBody, readMultipart } from './multipart.ts'

const KIB = 1024

suite('multipart', () => {
  let dir = ''
  let origin = ''
  const limits = { dir, fileBytesMax: 64 * KIB, totalBytesMax: 1000 * KIB, filesMax: 10 }
  /** Outcomes of the requests, in order. */
  const outcomes: (MultipartBody | Error)[] = []
  const contents: string[][] = []
  let settled = () => {}

  const server = createServer((request, response) => {
    readMultipart(request, limits)
      .then(
        async (body) => {
          contents.push(await Promise.all(body.files.map(({ path }) => readFile(path, 'latin1'))))
          assert.equal((await readdir(dir)).length, body.files.length)
          await discard(body.files)
          outcomes.push(body)
          response.end('{}')
        },
        (error) => {
          outcomes.push(error)
          response.writeHead(400).end('{}')
        },
      )
      .finally(() => settled())
  })

  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'multipart-'))
    limits.dir = dir
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  after(async () => {
    server.closeAllConnections()
    server.close()
    await rm(dir, { recursive: true })
  })
  beforeEach(() => {
    outcomes.length = 0
    contents.length = 0
  })

  async function post(body: FormData | string, headers: Record<string, string> = {}): Promise<MultipartBody> {
    const done = new Promise<void>((resolve) => {
      settled = resolve
    })
    const response = await fetch(origin, { method: 'POST', body, headers })
    await response.text()
    await done
    const [outcome] = outcomes
    assert.deepEqual(await readdir(dir), [], 'files left behind')
    if (outcome instanceof Error) throw outcome
    assert.ok(outcome)
    return outcome
  }

  const refused = (name: string) => (error: unknown) => error instanceof ApiError && error.errorName === name

  /** A body by hand; `lines` are joined by CRLF. */
  const raw = (...lines: string[]) => post(lines.join('\r\n'), { 'content-type': 'multipart/form-data; boundary=b' })

  test('payload_json is the body, files[n] come in their order and end on disk', async () => {
    const form = new FormData()
    form.append('files[1]', new Blob(['second'], { type: 'text/plain' }), 'b.txt')
    form.append('files[0]', new Blob(['first'], { type: 'image/png' }), 'grüße aus köln.png')
    form.append('payload_json', JSON.stringify({ content: 'hi ☃', attachments: [{ id: 0 }] }))
    const { payload, files } = await post(form)
    assert.deepEqual(payload, { content: 'hi ☃', attachments: [{ id: 0 }] })
    assert.deepEqual(
      files.map(({ path: _path, ...file }) => file),
      [
        { field: 'files[0]', index: 0, filename: 'grüße_aus_köln.png', sizeBytes: 5 },
        { field: 'files[1]', index: 1, filename: 'b.txt', sizeBytes: 6 },
      ],
    )
    assert.deepEqual(contents, [['first', 'second']])
  })

  test('without payload_json the fields are the body, as stickers and target users are sent', async () => {
    const form = new FormData()
    form.append('name', 'wave')
    form.append('tags', '👋')
    form.append('file', new Blob(['png']), 'wave.png')
    form.append('__proto__', 'x')
    const { payload, files, fields } = await post(form)
    assert.deepEqual(payload, { name: 'wave', tags: '👋' })
    assert.deepEqual(fields, { name: 'wave', tags: '👋' })
    assert.deepEqual([files[0]?.field, files[0]?.index], ['file', null])
  })

  test('payload_json may come as a part with a file name', async () => {
    const form = new FormData()
    form.append('payload_json', new Blob(['{"content":"x"}'], { type: 'application/json' }))
    assert.deepEqual((await post(form)).payload, { content: 'x' })
  })

  test('[LIM-1] a file of the limit is taken, one byte more is not', async () => {
    const form = new FormData()
    form.append('files[0]', new Blob(['x'.repeat(64 * KIB)]), 'a')
    assert.equal((await post(form)).files[0]?.sizeBytes, 64 * KIB)
    outcomes.length = 0
    form.set('files[0]', new Blob(['x'.repeat(64 * KIB + 1)]), 'a')
    await assert.rejects(post(form), refused('REQUEST_ENTITY_TOO_LARGE'))
  })

  test('[LIM-1] a body over the total is refused, announced or not', async () => {
    const form = new FormData()
    for (let n = 0; n < 9; n += 1) form.append(`files[${n}]`, new Blob(['x'.repeat(60 * KIB)]), 'a')
    form.append('content', 'x'.repeat(500 * KIB))
    await assert.rejects(post(form), refused('REQUEST_ENTITY_TOO_LARGE'))
    outcomes.length = 0
    const { headers, body } = new Response(form)
    const response = await fetch(origin, {
      method: 'POST',
      headers: { 'content-type': headers.get('content-type') ?? '' },
      body,
      duplex: 'half',
    } as RequestInit)
    await response.text()
    assert.ok(refused('REQUEST_ENTITY_TOO_LARGE')(outcomes[0]))
    assert.deepEqual(await readdir(dir), [])
  })

  test('more files than allowed', async () => {
    const form = new FormData()
    for (let n = 0; n <= 10; n += 1) form.append(`files[${n}]`, new Blob(['x']), 'a')
    await assert.rejects(post(form), refused('TOO_MANY_ATTACHMENTS'))
  })

  test('payload_json that is not JSON', async () => {
    const form = new FormData()
    form.append('files[0]', new Blob(['x']), 'a')
    form.append('payload_json', '{')
    await assert.rejects(post(form), refused('INVALID_JSON'))
  })

  test('names of files lose paths and strange characters, not their extension', async () => {
    const cases = [
      ['../../etc/passwd', 'passwd'],
      ['..\\..\\boot.ini', 'boot.ini'],
      ['..', 'unknown'],
      ['/', 'unknown'],
      ['', 'unknown'],
      ['a\0b.png', 'a_b.png'],
      ['<b>.svg', '_b_.svg'],
      [`${'x'.repeat(400)}.png`, `${'x'.repeat(256)}.png`],
    ] as const
    for (const [sent, expected] of cases) {
      outcomes.length = 0
      const { files } = await raw(
        '--b',
        `Content-Disposition: form-data; name="files[0]"; filename="${sent.replaceAll('\\', '\\\\')}"`,
        'Content-Type: text/html; charset="x',
        '',
        'hi',
        '--b--',
        '',
      )
      assert.equal(files[0]?.filename, expected, JSON.stringify(sent))
    }
  })

  test('malformed bodies are refused and end', async () => {
    const file = 'Content-Disposition: form-data; name="files[0]"; filename="a"'
    await assert.rejects(post('x', { 'content-type': 'multipart/form-data' }), refused('INVALID_FORM_BODY'))
    const bodies = [
      ['--b', file, '', 'cut off in the mid'],
      ['--b', file],
      ['--b', file, '', 'a', '--b', 'Content-Disposition: form-data; name="x"', '', 'cut off'],
      ['no boundary at all'],
      [''],
      Array(10_000).fill('--b\r\nContent-Disposition: form-data; name="x"\r\n\r\ny').concat('--b--'),
      Array(10_000).fill(`--b\r\n${file}\r\n\r\ny`).concat('--b--').slice(0, 3_000),
    ]
    for (const [index, lines] of bodies.entries()) {
      outcomes.length = 0
      await assert.rejects(raw(...lines), (error) => error instanceof ApiError && error.status === 400, `body ${index}`)
    }
  })

  test('a part that does not say what it is, is passed over', async () => {
    const { payload } = await raw('--b', ...Array(2_000).fill('X-A: b'), '', 'x', '--b--', '')
    assert.deepEqual(payload, {})
  })

  test('a huge header of a part neither fills memory nor stops the request', async () => {
    const outcome = raw(
      '--b',
      `Content-Disposition: form-data; name="files[0]"; filename="${'x'.repeat(100 * KIB)}"`,
      '',
      'x',
      '--b--',
      '',
    )
    const names = await outcome.then(
      ({ files }) => files.map(({ filename }) => filename.length),
      (error) => error,
    )
    assert.ok(names instanceof ApiError || names.every((length: number) => length <= 260))
  })

  test('a client that breaks off leaves nothing behind', async () => {
    const done = new Promise<void>((resolve) => {
      settled = resolve
    })
    const socket = connect(Number(new URL(origin).port), '127.0.0.1')
    socket.write(
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 50000\r\n\r\n' +
        `--b\r\nContent-Disposition: form-data; name="files[0]"; filename="a"\r\n\r\n${'x'.repeat(10_000)}`,
    )
    await once(server, 'request')
    socket.destroy()
    await done
    assert.ok(refused('INVALID_FORM_BODY')(outcomes[0]))
    assert.deepEqual(await readdir(dir), [])
  })
})
