/** `guildhall mcp` as an editor starts it: lines of JSON-RPC on stdin and stdout. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { after, before } from 'node:test'
import { fileURLToPath } from 'node:url'
import { api, RawGateway } from '@guildhall/testing'
import { guildhallTest } from '../support/fixture.ts'

const COMMAND = fileURLToPath(new URL('../../bin/guildhall.js', import.meta.url))
const HIDDEN = { permission_overwrites: [{ role: '@everyone', deny: '1024' }] }
const world = {
  users: { ann: {}, bob: {} },
  applications: { app: { owner: 'ann', bot: {} } },
  guilds: {
    lab: {
      owner: 'ann',
      members: ['bob'],
      bots: { app: { permissions: '8' } },
      channels: { general: {}, hidden: HIDDEN },
    },
  },
}

type Result = Record<string, unknown>
const test = guildhallTest({ world, tape: true })
const { platform } = test
let client: ReturnType<typeof start>

function start(key: string) {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const args = [COMMAND, 'mcp', '--server', platform.url]
  const child = spawn(process.execPath, args, {
    env: { ...env, GUILDHALL_CONTROL_KEY: key },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const waiting = new Map<number, (response: { result?: Result; error?: { code: number } }) => void>()
  createInterface({ input: child.stdout }).on('line', (line) => {
    const response = JSON.parse(line) as { id: number; result?: Result }
    waiting.get(response.id)?.(response)
  })
  child.on('exit', () => {
    for (const answer of waiting.values()) answer({})
  })
  let id = 0
  const send = (method: string, params: object = {}) => {
    id += 1
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
    return new Promise<{ result?: Result; error?: { code: number } }>((resolve) => waiting.set(id, resolve))
  }
  const call = async (name: string, input: object = {}) => {
    const { result } = await send('tools/call', { name, arguments: input })
    const { content, isError = false } = (result ?? assert.fail('the server ended')) as {
      content: { text: string }[]
      isError?: boolean
    }
    return { text: content[0]?.text ?? '', isError }
  }
  return { child, send, call }
}

before(async () => {
  await test.start()
  client = start(platform.control.key)
})
after(async () => {
  client?.child.stdin.end()
  if (client?.child.exitCode === null) await once(client.child, 'exit')
})

test('a client receives versions, tools and resources', async () => {
  const { result } = await client.send('initialize', { protocolVersion: '2025-06-18', capabilities: {} })
  assert.equal(result?.protocolVersion, '2025-06-18')
  const { tools } = (await client.send('tools/list')).result as { tools: { name: string; inputSchema: Result }[] }
  assert.ok(tools.every(({ inputSchema }) => inputSchema.type === 'object'))
  const { resources } = (await client.send('resources/list')).result as { resources: { uri: string }[] }
  for (const { uri } of resources) {
    const { contents } = (await client.send('resources/read', { uri })).result as { contents: { text: string }[] }
    assert.equal(typeof JSON.parse(contents[0]?.text ?? ''), 'object')
  }
  assert.equal((await client.send('no/such')).error?.code, -32_601)
  assert.equal((await client.send('tools/call', { name: 'nothing' })).error?.code, -32_602)
})

test('people write, and others see it; what the platform refuses is a result for the agent', async () => {
  const channel_id = platform.lab.general.id
  const waiting = client.call('wait_for_message', { person: 'bob', contains: 'hello', timeout_s: 0 })
  assert.equal((await waiting).isError, true)
  assert.equal((await client.call('send_message', { person: 'ann', channel_id, content: 'hello' })).isError, false)
  const seen = await client.call('wait_for_message', { person: 'bob', contains: 'hello', timeout_s: 30 })
  assert.equal((JSON.parse(seen.text) as { content: string }).content, 'hello')
  const refused = await client.call('send_message', { person: 'ann', channel_id: '1', content: 'x' })
  assert.match(refused.text, /refused with 404/)
  await client.call('record_tape', { recording: true })
  const hidden = platform.lab.hidden.id
  const forbidden = await client.call('read_messages', { person: 'bob', channel_id: hidden })
  assert.match(
    forbidden.text,
    /refused with 403.*\nneeds VIEW_CHANNEL\n.*\n.*\nVIEW_CHANNEL: denied by the overwrite of #hidden/,
  )
  assert.match((await client.call('send_message', { person: 'ann' })).text, /BASE_TYPE_REQUIRED/)
  assert.match((await client.call('read_tape', { text: 'messages' })).text, /POST \/channels/)
})

test('a person uses a command and presses the button of the response', async () => {
  const { applications, guilds } = platform.world ?? assert.fail()
  const { id: application_id = '', bot } = applications.app ?? assert.fail()
  const channel_id = guilds.lab?.channels.general?.id ?? ''
  const respond = async (interaction: { id: string; token: string }, body: object) => {
    const address = `${platform.api}/v10/interactions/${interaction.id}/${interaction.token}/callback`
    await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  }
  const headers = { authorization: `Bot ${bot?.token}`, 'content-type': 'application/json' }
  const command = { name: 'ask', description: 'Asks', options: [{ type: 3, name: 'what', description: 'x' }] }
  await fetch(`${platform.api}/v10/applications/${application_id}/commands`, {
    ...{ method: 'PUT', headers, body: JSON.stringify([command]) },
  })
  const gateway = await RawGateway.connect(platform.gateway)
  await gateway.identify({ token: bot?.token ?? '', intents: 0 })
  type Interaction = { id: string; token: string; data: { custom_id?: string; options?: unknown[] } }
  const used = await client.call('use_command', {
    person: 'ann',
    channel_id,
    command: '/ask',
    options: { what: 'why' },
  })
  assert.deepEqual([used.isError, used.text.includes('"sent":true')], [false, true])
  const asked = (await gateway.next<Interaction>('INTERACTION_CREATE')).d
  assert.deepEqual(asked.data.options, [{ type: 3, name: 'what', value: 'why' }])
  const button = { type: 1, components: [{ type: 2, style: 1, label: 'Yes', custom_id: 'yes' }] }
  await respond(asked, { type: 4, data: { content: 'Sure?', flags: 64, components: [button] } })
  const shown = JSON.parse((await client.call('wait_for_message', { person: 'ann', contains: 'Sure?' })).text) as object
  await client.call('use_component', { person: 'ann', message: shown, custom_id: 'yes' })
  const pressed = (await gateway.next<Interaction>('INTERACTION_CREATE')).d
  assert.equal(pressed.data.custom_id, 'yes')
  await respond(pressed, { type: 7, data: { content: 'Done', components: [] } })
  assert.match((await client.call('wait_for_message', { person: 'ann', contains: 'Done' })).text, /"MESSAGE_UPDATE"/)
  await gateway.close()
})

test('the clock moves, faults are injected, and a wrong key is refused', async () => {
  const moved = await client.call('move_clock', { advance_ms: 1_000 })
  assert.match(moved.text, /"frozen":false/)
  const fault = { status: 503, path: '/users/@me', count: 1 }
  assert.equal((await client.call('inject_fault', { place: 'requests', fault })).isError, false)
  assert.match((await client.call('clear_faults')).text, /cleared/)
  const other = start('wrong')
  assert.match((await other.call('platform_status')).text, /refuses the control key/)
  other.child.stdin.end()
  const [code] = await once(other.child, 'exit')
  assert.equal(code, 0)
})

test('people see what happens after a reset', async () => {
  const channel_id = platform.lab.general.id
  await client.call('send_message', { person: 'ann', channel_id, content: 'before' })
  assert.equal((await client.call('reset')).isError, false)
  await client.call('send_message', { person: 'bob', channel_id, content: 'after' })
  assert.match((await client.call('wait_for_message', { person: 'ann', contains: 'after' })).text, /"MESSAGE_CREATE"/)
  const waiting = client.call('wait_for_message', { person: 'ann', contains: 'again' })
  await api(platform.control.url, `Bearer ${platform.control.key}`).post('/reset', {})
  const ann = platform.ann.id
  const sessions = async () => (await client.call('platform_status')).text
  while (!(await sessions()).includes(ann));
  await client.call('send_message', { person: 'bob', channel_id, content: 'again' })
  assert.match((await waiting).text, /"MESSAGE_CREATE"/)
})

test('wrong input of a tool is a result for the agent', async () => {
  const cases: [string, object][] = [
    ['use_component', { message: null, custom_id: 'x' }],
    ['use_component', { message: { components: [null] }, custom_id: 'x' }],
    ['submit_modal', { modal: {}, values: null }],
    ['submit_modal', { modal: [], values: [] }],
  ]
  for (const [name, input] of cases) {
    const { isError, text } = await client.call(name, { person: 'ann', ...input })
    assert.ok(isError, text)
  }
})
