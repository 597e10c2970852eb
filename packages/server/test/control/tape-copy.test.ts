/** Requests of the tape as command lines and as tests, which are run for real. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe } from 'node:test'
import { promisify } from 'node:util'
import { api, multipart } from '@guildhall/testing'
import { guildhallTest } from '../support/fixture.ts'
import { runCopiedTest } from '../support/tape.ts'

const world = {
  users: { ann: {} },
  applications: { app: { owner: 'ann', bot: {} } },
  guilds: { lab: { owner: 'ann', bots: { app: { permissions: '8' } }, channels: { general: {} } } },
}
/** Text that a shell, curl or a template would replace, were it not quoted. */
const HOSTILE = `it's $HOME \`id\` $(id) "!!" \\ ;type=text/html \${process.exit()}`

const test = guildhallTest({ world, tape: true })
const { platform } = test

describe('copies of requests', () => {
  let folder: string
  const control = () => api(platform.control.url, `Bearer ${platform.control.key}`)
  const botToken = () => platform.app.token
  const bot = () => api(platform.api, `Bot ${botToken()}`)
  const messages = () => `/channels/${platform.lab.general.id}/messages`
  const env = () => ({ ...process.env, DISCORD_TOKEN: botToken() })

  /** Returns the copy of the newest record of a kind. */
  async function copy(as: string, kind = 'request') {
    const { body } = await control().get<{ records: { id: number }[] }>(`/tape?kind=${kind}&limit=1`)
    return await control().get<{ text: string }>(`/tape/${body.records[0]?.id}/copy?as=${as}`)
  }

  async function runCurl(extra: object = {}) {
    const { text } = (await copy('curl')).body
    const options = { env: { ...env(), ...extra }, cwd: folder }
    return { text, ...(await promisify(execFile)('sh', ['-c', `${text} --silent --show-error`], options)) }
  }

  before(async () => {
    await test.start()
    folder = await mkdtemp(join(tmpdir(), 'guildhall-copy-'))
  })
  after(async () => {
    await rm(folder, { recursive: true, force: true })
  })

  test('a request is copied as curl and as a test, with a variable in place of the token', async () => {
    await bot().post(messages(), { content: HOSTILE })
    const { text } = (await copy('test')).body
    const { text: curl, stdout } = await runCurl()
    assert.equal(JSON.parse(stdout).content, HOSTILE)
    assert.ok(!`${curl}${text}`.includes(botToken()))
    assert.match(text, /^test\("POST \/channels\/\d+\/messages", async \(\) => \{/)
    await runCopiedTest(text, { platform, env: env() })
    const [sent] = (await bot().get<{ content: string }[]>(`${messages()}?limit=1`)).body
    assert.equal(sent?.content, HOSTILE)
  })

  test('characters of an address with a meaning to shells or curl reach the server', async () => {
    for (const query of ['a[0]=1&b={1,2}&c=!x', "it's=`id`&d=$HOME"]) {
      await fetch(`${platform.api}/users/1?${query}`)
      const before = await copy('test')
      await runCurl()
      const again = await copy('test')
      assert.equal(decodeURIComponent(again.body.text), decodeURIComponent(before.body.text))
    }
  })

  test('HEAD is copied as a line that ends', async () => {
    await fetch(`${platform.api}/gateway`, { method: 'HEAD' })
    assert.match((await runCurl()).stdout, /^HTTP\/1\.1 \d{3}/)
    assert.equal((await copy('test')).status, 400)
  })

  test('a token in an address is a variable, in curl and in a test', async () => {
    const { body } = await bot().post<{ id: string; token: string }>(messages().replace('messages', 'webhooks'), {
      name: 'hook',
    })
    await api(platform.api).post(`/webhooks/${body.id}/${body.token}?wait=true`, { content: 'by webhook' })
    const { text } = (await copy('test')).body
    assert.ok(!text.includes(body.token))
    await runCopiedTest(text, { platform, env: { URL_TOKEN: body.token } })
    const { stdout } = await runCurl({ URL_TOKEN: body.token })
    assert.equal(JSON.parse(stdout).content, 'by webhook')
  })

  test('a form is copied with its type', async () => {
    const { id, client_secret } = platform.world?.applications.app ?? assert.fail()
    const authorization = `Basic ${btoa(`${id}:${client_secret}`)}`
    const body = new URLSearchParams({ grant_type: 'client_credentials', scope: 'identify' })
    assert.equal((await api(platform.api, authorization).post('/oauth2/token', body)).status, 200)
    const { text } = (await copy('test')).body
    const given = { DISCORD_TOKEN: authorization.replace('Basic ', '') }
    await runCopiedTest(text, { platform, env: given })
    assert.ok(JSON.parse((await runCurl(given)).stdout).access_token)
  })

  test('files are read from the folder of the shell, by name alone', async () => {
    const form = multipart({ content: 'with ;type=text/html' }, [{ name: '../a;b,"c".txt', data: 'text' }])
    const { body } = await bot().post<{ attachments: { filename: string }[] }>(messages(), form)
    const name = body.attachments[0]?.filename ?? ''
    assert.match(name, /^[\w.-]+$/)
    await writeFile(join(folder, name), 'from here')
    const sent = JSON.parse((await runCurl()).stdout)
    assert.deepEqual([sent.content, sent.attachments[0].size], ['with ;type=text/html', 'from here'.length])
    assert.equal((await copy('test')).status, 400)
  })

  test('a request whose body is not kept as a whole, and a frame, are not copied', async () => {
    await bot().post(messages(), { content: 'x'.repeat(70_000) })
    for (const as of ['curl', 'test']) {
      const { status, body } = await copy(as)
      assert.deepEqual([status, (body as unknown as { code: number }).code], [400, 50035])
    }
    assert.equal((await copy('curl', 'event')).status, 400)
  })
})
