/** Forms of request bodies: content types, limits on JSON, integers for texts, and the path of faults. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startLab } from '../support/gateway-lab.ts'

type Fault = { code: string; message: string }
type Refusal = { code: number; errors: { [key: string]: { _errors: Fault[] } } }

const MB = 1024 * 1024
const JSON_TYPE = { 'content-type': 'application/json' }

async function start() {
  const lab = await startLab()
  const messages = `/channels/${lab.channelId('lab', 'general')}/messages`
  return { lab, messages, bot: lab.bot('app'), [Symbol.asyncDispose]: () => lab.platform.close() }
}

test('[ERR-8] a body with an undocumented content type is 50035', async () => {
  await using stage = await start()
  const { bot, messages } = stage
  const text = '{"content":"x"}'
  for (const type of [
    'text/plain',
    'text/plain; charset=utf-8',
    'application/jsonp',
    'text/json',
    'image/png',
    'x',
    'a/b/c',
  ]) {
    const { status, body } = await bot.post<Refusal>(messages, text, { 'content-type': type })
    assert.deepEqual(
      [status, body.code, body.errors._misc?._errors[0]?.code],
      [400, 50035, 'CONTENT_TYPE_INVALID'],
      type,
    )
  }
  const untyped = await bot.post<Refusal>(messages, Buffer.from(text))
  assert.deepEqual([untyped.status, untyped.code], [400, 50035])
  for (const type of ['application/json', 'Application/JSON; charset=utf-8'])
    assert.equal((await bot.post(messages, text, { 'content-type': type })).status, 200, type)
  assert.equal((await bot.post(messages, new URLSearchParams({ content: 'x' }))).status, 200)
  assert.equal((await bot.get<unknown[]>(messages)).body.length, 3)
})

test('a form without files takes payload_json as multipart does', async () => {
  await using stage = await start()
  const { bot, messages } = stage
  const sent = await bot.post<{ content: string }>(messages, new URLSearchParams({ payload_json: '{"content":"x"}' }))
  assert.deepEqual([sent.status, sent.body.content], [200, 'x'])
  const broken = await bot.post<Refusal>(messages, new URLSearchParams({ payload_json: '{' }))
  assert.deepEqual([broken.status, broken.code], [400, 50109])
})

test('JSON that is too deep, too large or has too many values is refused by every transport', async () => {
  await using stage = await start()
  const { bot, messages, lab } = stage
  const hostile = [
    '['.repeat(MB),
    '{"a":'.repeat(MB),
    `[${'1,'.repeat(MB)}1]`,
    ' '.repeat(2 * MB),
    `"${'\\n'.repeat(MB)}"`,
  ]
  for (const [index, text] of hostile.entries()) {
    const { status, code } = await bot.post<Refusal>(messages, text, JSON_TYPE)
    assert.deepEqual([status, code], [400, 50109], String(index))
    const form = new FormData()
    form.set('payload_json', text)
    const multipart = await bot.post<Refusal>(messages, form)
    assert.deepEqual([multipart.status, multipart.code], [400, 50109], String(index))
  }
  const gateway = await lab.session('app')
  gateway.sendRaw('['.repeat(4_000))
  assert.equal((await gateway.closed).code, 4002)
})

test('integers are accepted as text, other values are not', async () => {
  await using stage = await start()
  const { bot, messages } = stage
  for (const [json, content] of [
    ['42', '42'],
    ['-7', '-7'],
    ['175928847299117063', '175928847299117063'],
  ]) {
    const { status, body } = await bot.post<{ content: string }>(messages, `{"content":${json}}`, JSON_TYPE)
    assert.deepEqual([status, body.content], [200, content])
  }
  for (const json of ['1.5', 'true', '[]', '{}'])
    assert.equal((await bot.post(messages, `{"content":${json}}`, JSON_TYPE)).status, 400, json)
})

test('faults of allowed_mentions and of too many action rows have the path of the public API', async () => {
  await using stage = await start()
  const { bot, messages } = stage
  const allowed_mentions = { parse: ['users'], users: ['1'] }
  const exclusive = (await bot.post<Refusal>(messages, { content: 'x', allowed_mentions })).body.errors.allowed_mentions
  assert.deepEqual(exclusive?._errors, [
    {
      code: 'MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE',
      message: 'parse:["users"] and users: [ids...] are mutually exclusive.',
    },
  ])
  const row = (index: number) => ({
    type: 1,
    components: [{ type: 2, style: 1, label: 'x', custom_id: `c${index}` }],
  })
  const components = Array.from({ length: 6 }, (_, index) => row(index))
  const { errors } = (await bot.post<Refusal>(messages, { content: 'x', components })).body
  assert.deepEqual(errors.components?._errors, [
    { code: 'BASE_TYPE_MAX_LENGTH', message: 'Must be 5 or fewer in length.' },
  ])
})

test("an integration's application has an empty summary", async () => {
  await using stage = await start()
  const { bot, lab } = stage
  const path = `/guilds/${lab.guildId('lab')}/integrations`
  const { body } = await bot.get<{ application: { summary: string } }[]>(path)
  assert.ok(body.length > 0)
  for (const { application } of body) assert.equal(application.summary, '')
})
