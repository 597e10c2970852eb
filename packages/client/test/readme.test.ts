/** The example of README.md, run as it stands. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { guildhallTest } from '@guildhall/testing/node'

const README = new URL('../README.md', import.meta.url)

const test = guildhallTest({
  world: {
    users: { ann: {} },
    applications: { greeter: { owner: 'ann', bot: {}, intents: ['MESSAGE_CONTENT'] } },
    guilds: { lab: { owner: 'ann', bots: { greeter: {} }, channels: { general: {} } } },
  },
})

test('the bot of README.md greets a person', async ({ url, world, ann, lab }, context) => {
  const [, example = ''] = /```ts\n(.*?)```/s.exec(await readFile(README, 'utf8')) ?? []
  const code = example.replace('http://127.0.0.1:7700', url)
  assert.notEqual(code, example)
  const bot = spawn(process.execPath, ['--input-type=module-typescript', '--eval', code], {
    cwd: new URL('.', README),
    env: { ...process.env, BOT_TOKEN: world?.applications.greeter?.bot?.token },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  context.after(() => bot.kill())
  assert.deepEqual(await once(createInterface({ input: bot.stdout }), 'line'), ['greeter is ready'])
  await ann.in(lab.general).says('!hello')
  await ann.sees({ content: 'Hello ann' })
})
