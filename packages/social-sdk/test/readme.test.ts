/** The first game of README.md. Its player decides in a program in place of the browser. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { sdkLab } from './support/sdk-lab.ts'

const README = new URL('../README.md', import.meta.url)
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

test('the first game of README.md signs a player in and connects', async (context) => {
  await using lab = await sdkLab()
  const folder = await mkdtemp(join(tmpdir(), 'sdk-readme-'))
  context.after(() => rm(folder, { recursive: true }))
  const browser = join(folder, 'browser.mjs')
  await writeFile(browser, BROWSER)
  await chmod(browser, 0o755)
  const [, example = ''] = /```ts\n(.*?)```/s.exec(await readFile(README, 'utf8')) ?? []
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
