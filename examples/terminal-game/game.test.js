import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { startPlatform } from '@guildhall/testing'

const fileOf = (name) => fileURLToPath(new URL(name, import.meta.url))
/** A browser whose person presses "Authorize", which is this request of their session. */
const BROWSER = `#!${process.execPath}
const { search } = new URL(process.argv.at(-1))
const decision = await fetch(process.env.API + '/v10/oauth2/authorize' + search, {
  method: 'POST',
  headers: { authorization: process.env.PERSON, 'content-type': 'application/json' },
  body: JSON.stringify({ authorize: true }),
})
await fetch((await decision.json()).location)
`

/** A program with the lines that it has printed. */
class Program {
  constructor(context, env) {
    this.child = spawn(process.execPath, [fileOf('game.js'), 'open sesame'], {
      env,
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    this.closed = once(this.child, 'close')
    this.lines = createInterface({ input: this.child.stdout })[Symbol.asyncIterator]()
    this.printed = []
    context.after(() => this.child.kill())
  }

  says(line) {
    this.child.stdin.write(`${line}\n`)
  }

  /** Resolves once the program has printed a line. */
  async shows(line) {
    while (!this.printed.includes(line)) {
      const { value, done } = await this.lines.next()
      assert.ok(!done, `"${line}" is not in:\n${this.printed.join('\n')}`)
      this.printed.push(value)
    }
  }
}

test('a person and a provisional player meet by a secret, read each other and are in a call', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'terminal-game-'))
  context.after(() => rm(folder, { recursive: true }))
  await using platform = await startPlatform({ world: JSON.parse(await readFile(fileOf('world.json'), 'utf8')) })
  const { arcade, ann } = platform
  const browser = join(folder, 'browser.mjs')
  await writeFile(browser, BROWSER)
  await chmod(browser, 0o755)
  const { NODE_TEST_CONTEXT: _, ...inherited } = process.env
  const env = {
    ...{ ...inherited, GUILDHALL_SERVER: platform.url, APPLICATION_ID: arcade.applicationId, XDG_RUNTIME_DIR: folder },
    ...{ DISCORD_TOKEN: arcade.token, BROWSER: browser, API: platform.api, PERSON: ann.token },
  }
  const server = spawn(process.execPath, [fileOf('guest-token.js'), 'Gus'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const token = (await text(server.stdout)).trim()

  const person = new Program(context, env)
  await person.shows('* ann is in the lobby with nobody yet')
  const guest = new Program(context, { ...env, PLAYER_TOKEN: token })
  await guest.shows('* Gus, a provisional player, is in the lobby with ann')
  await person.shows('* Gus came')
  person.says('Who is there?')
  await guest.shows('ann: Who is there?')
  guest.says('Me.')
  await person.shows('Gus: Me.')
  await Promise.all([person, guest].map((program) => program.shows('* the call is connected')))
  await person.shows('* Gus is in the call')
  guest.says('/leave')
  await person.shows('* Gus left')
  person.says('/leave')
  for (const { closed } of [person, guest]) assert.deepEqual(await closed, [0, null])
  assert.ok(!guest.printed.includes('Gus: Me.'), 'own lines are not repeated')
})
