// The game without Electron: its main process, its bridge by a pair of fake IPC objects, its bundles and its types.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Client, ClientCreateOptions } from '@guildhall/social-sdk'
import { api, startPlatform } from '@guildhall/testing'
import { bridgeTo, serveGame } from './bridge.ts'
import { build } from './build.js'
import { Game } from './game.ts'

/** A platform that nobody asks. */
const NOWHERE = { url: 'http://127.0.0.1:9', arcade: { applicationId: '1' } }
const PAGE_URL = 'file:///game/index.html'
const TSC = fileURLToPath(new URL('../../node_modules/@typescript/native/bin/tsc', import.meta.url))
const fileOf = (name) => fileURLToPath(new URL(name, import.meta.url))
/** A copy as Electron's bridge makes it. What is not plain, such as a bigint, fails. */
const copied = (value) => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)))

/** Both ends of Electron's IPC between the main process and one page. */
class FakeIpc {
  url = PAGE_URL
  #answers = new Map()
  #listeners = new Map()

  handle(channel, answer) {
    this.#answers.set(channel, answer)
  }

  async invoke(channel, ...given) {
    return copied(await this.#answers.get(channel)({ senderFrame: { url: this.url } }, ...copied(given)))
  }

  on(channel, listener) {
    this.#listeners.set(channel, listener)
  }

  off(channel) {
    this.#listeners.delete(channel)
  }

  send(channel, state) {
    this.#listeners.get(channel)?.({ sender: 'not for pages' }, copied(state))
  }
}

/** A page with its game, whose browser authorizes as a person. */
class Page {
  ipc = new FakeIpc()
  saved = null
  /** States that the page was told. */
  states = []
  #waiting = new Set()

  constructor(context, platform, person) {
    const options = new ClientCreateOptions()
    options.SetWebBase(platform.url)
    options.openUrl = async (address) => {
      const { search } = new URL(address)
      const { body } = await api(platform.api, person.token).post(`/oauth2/authorize${search}`, { authorize: true })
      await fetch(body.location)
    }
    const client = new Client(options)
    client.SetApplicationId(BigInt(platform.arcade.applicationId))
    const store = {
      load: () => this.saved,
      save: (text) => {
        this.saved = text
      },
    }
    const game = new Game(client, store)
    context.after(() => game[Symbol.dispose]())
    serveGame(game, this.ipc, PAGE_URL, (channel, state) => this.ipc.send(channel, state))
    this.game = bridgeTo(this.ipc)
    this.game.onState((state) => {
      this.states.push(state)
      for (const check of this.#waiting) check()
    })
  }

  /** Resolves with a state that meets a condition, the present one included. */
  shows(condition) {
    return new Promise((resolve) => {
      const check = () => {
        const state = this.states.at(-1)
        if (!state || !condition(state)) return
        this.#waiting.delete(check)
        resolve(state)
      }
      this.#waiting.add(check)
      check()
    })
  }
}

test('two pages meet in a lobby by their bridges', async (context) => {
  await using platform = await startPlatform({ world: JSON.parse(await readFile(fileOf('world.json'), 'utf8')) })
  const [ann, ben] = [platform.ann, platform.ben].map((person) => new Page(context, platform, person))
  assert.equal((await ann.game.state()).phase, 'signed out')
  await ann.game.join('too early')
  assert.match((await ann.game.state()).failure ?? '', /Ready/)

  await Promise.all([ann, ben].map(({ game }) => game.signIn()))
  const { phase, player, failure } = await ann.game.state()
  assert.deepEqual([phase, player?.displayName, player?.isProvisional, failure], ['signed in', 'ann', false, null])
  assert.match(ann.saved, /refresh/, 'the tokens are kept')
  await ann.game.join('open sesame')
  await ben.game.join('open sesame')
  const isComplete = ({ lobby }) => lobby?.members.length === 2 && lobby.members.every(({ connected }) => connected)
  const { lobby } = await ann.shows(isComplete)
  assert.deepEqual(new Set(lobby.members.map(({ user }) => user.displayName)), new Set(['ann', 'ben']))
  await ben.game.say('Who is there?')
  for (const page of [ann, ben]) {
    const { messages } = await page.shows((state) => state.messages.length === 1)
    assert.deepEqual([messages[0].content, messages[0].author.displayName], ['Who is there?', 'ben'])
  }
  await ben.game.leave()
  assert.equal((await ben.game.state()).lobby, null)
  await ann.shows((state) => state.lobby?.members.length === 1)
  await ben.game.say('too late')
  assert.notEqual((await ben.game.state()).failure, null)
  assert.ok(!JSON.stringify(ann.states).includes(JSON.parse(ann.saved).access), 'the page does not get the token')
})

test('the main process refuses other pages and other values', async (context) => {
  const { ipc } = new Page(context, NOWHERE, {})
  for (const given of [[], [42], ['x'.repeat(2_001)], ['a', 'b'], [{}]])
    await assert.rejects(ipc.invoke('game:join', ...given), /does not take/, JSON.stringify(given))
  ipc.url = 'https://elsewhere.example/'
  await assert.rejects(ipc.invoke('game:signIn'), /Another page/)
  await assert.rejects(ipc.invoke('game:state'), /Another page/)
})

test('the preload script is one file that needs Electron alone, and the page needs nothing', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'electron-game-'))
  context.after(() => rm(folder, { recursive: true }))
  await build(folder)
  const read = (name) => readFile(join(folder, name), 'utf8')
  const needed = [...(await read('preload.cjs')).matchAll(/require\("([^"]+)"\)/g)].map(([, name]) => name)
  assert.deepEqual(needed, ['electron'])
  assert.doesNotMatch(await read('page.js'), /\b(require|import)\b/)
  assert.match(await read('main.js'), /from "electron"/)
  const files = await readdir(folder)
  assert.ok(
    files.every((name) => /^(main|main-.+|page|preload)\.c?js$/.test(name)),
    files.join(),
  )
})

test('the page agrees with the types of the bridge', async () => {
  await promisify(execFile)(process.execPath, [TSC, '--singleThreaded', '-p', fileOf('tsconfig.json')])
})
