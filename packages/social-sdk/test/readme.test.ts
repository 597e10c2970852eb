/** The programs of README.md. The player of the first game decides in a program in place of the browser. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { sdkLab } from './support/sdk-lab.ts'

const README = new URL('../README.md', import.meta.url)
const TEST_LINES_MAX = 25
const BROWSER = `#!${process.execPath}
const page = new URL(process.argv.at(-1))
const decision = await fetch(process.env.API + '/v10/oauth2/authorize' + page.search, {
  method: 'POST',
  headers: { authorization: process.env.PERSON, 'content-type': 'application/json' },
  body: JSON.stringify({ authorize: true }),
})
const { location } = await decision.json()
console.log(await (await fetch(location)).text())
`

/** Returns the programs of README.md in their order. */
async function programs(): Promise<string[]> {
  const found = (await readFile(README, 'utf8')).matchAll(/```ts\n(.*?)```/gs)
  return [...found].map(([, code = '']) => code)
}

test('the first game of README.md signs a player in and connects', async (context) => {
  await using lab = await sdkLab()
  const folder = await mkdtemp(join(tmpdir(), 'sdk-readme-'))
  context.after(() => rm(folder, { recursive: true }))
  const browser = join(folder, 'browser.mjs')
  await writeFile(browser, BROWSER)
  await chmod(browser, 0o755)
  const [example = ''] = await programs()
  const code = example.replace('123456789012345678n', `${lab.app('arcade')}n`)
  assert.notEqual(code, example)
  const game = spawn(process.execPath, ['--input-type=module-typescript', '--eval', code], {
    cwd: new URL('.', README),
    env: {
      ...process.env,
      GUILDHALL_SERVER: lab.platform.url,
      API: lab.platform.api,
      PERSON: String(lab.platform.dora.token),
      BROWSER: browser,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  context.after(() => game.kill())
  const lines: string[] = []
  for await (const line of createInterface({ input: game.stdout })) {
    lines.push(line)
    if (line === 'Ready') break
  }
  assert.deepEqual(lines, ['Connecting', 'Connected', 'Ready'])
})

test('the test of a game of README.md is short and passes', async (context) => {
  const [, example = ''] = await programs()
  assert.ok(example.trimEnd().split('\n').length <= TEST_LINES_MAX)
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const args = ['--test-reporter=tap', '--input-type=module-typescript', '--eval', example]
  const run = spawn(process.execPath, args, { cwd: new URL('.', README), env, stdio: ['ignore', 'pipe', 'inherit'] })
  context.after(() => run.kill())
  const [report, [code]] = await Promise.all([text(run.stdout), once(run, 'close')])
  assert.equal(code, 0, report)
  assert.match(report, /^ok 1 - players in a lobby read each other$/m)
})
