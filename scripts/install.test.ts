/** The published packages as a user gets them: tarballs, installed into an empty folder. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { bundled } from '../packages/social-sdk/test/support/bundle.ts'
import { GamePage, type InPage } from '../packages/social-sdk/test/support/game-page.ts'
import { NO_BROWSER } from '../packages/web/test/support/chromium.ts'
import { env, type Installed, installPackages, run, TIMEOUT } from './installed-packages.ts'

declare const window: InPage

const modules = fileURLToPath(new URL('../node_modules', import.meta.url))
let installed: Installed
let folder = ''

before(async () => {
  installed = await installPackages()
  folder = installed.folder
})
after(() => installed?.[Symbol.asyncDispose]())

test('npx guildhall start runs the installed program, serves API and app, ends on SIGTERM', TIMEOUT, async () => {
  // A process group: npx does not pass every signal on to its child.
  const child = spawn('npx', ['guildhall', 'start', '--json', '--port', '0', '--data', ':memory:'], {
    cwd: folder,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  try {
    const ended = exited.then(([code]) => Promise.reject(new Error(`npx ended with ${code} before it was ready`)))
    const [line] = (await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended])) as [string]
    const ready = JSON.parse(line) as { url: string; api: string; world: { users: Record<string, unknown> } }
    assert.ok(ready.world.users.alice)
    const response = await fetch(`${ready.api}/v10/gateway`)
    assert.equal(response.status, 200)
    await assertServesApp(ready.url)
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM')
    await exited
  } finally {
    if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
  }
})

/** Asserts that the page and each script that it loads first are served, and that the large one is compressed. */
async function assertServesApp(url: string): Promise<void> {
  const page = await fetch(`${url}/channels/@me`)
  assert.equal(page.status, 200)
  const scripts = [...(await page.text()).matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, path]) => path)
  assert.ok(scripts.length > 0, 'the page names no script')
  const encodings = await Promise.all(
    scripts.map(async (path) => {
      const asset = await fetch(`${url}${path}`, { headers: { 'accept-encoding': 'br' } })
      assert.equal(asset.status, 200)
      // The platform waits for unread responses when it ends.
      await asset.arrayBuffer()
      return asset.headers.get('content-encoding')
    }),
  )
  assert.ok(encodings.includes('br'))
}

test('npx guildhall run leads a program to a platform', TIMEOUT, async () => {
  const script = "fetch('https://discord.com/api/v10/gateway').then((response) => response.text()).then(console.log)"
  const { stdout } = await run('npx', ['guildhall', 'run', '--', 'node', '-e', script], { cwd: folder, env })
  assert.match(stdout, /"url":"ws:/)
})

test('npx guildhall run loads the library of the optional package where there is no compiler', TIMEOUT, async (t) => {
  if (!installed.hasLibrary) return t.skip('this machine cannot compile the library for LD_PRELOAD')
  const bare = join(folder, 'bare')
  await mkdir(bare)
  await symlink(process.execPath, join(bare, 'node'))
  await symlink('/bin/true', join(bare, 'true'))
  const command = ['node_modules/guildhall/bin/guildhall.js', 'run', '--', 'node', '-p', 'process.env.LD_PRELOAD']
  const surroundings = { ...env, PATH: bare, XDG_CACHE_HOME: join(folder, 'no-cache') }
  const { stdout, stderr } = await run(process.execPath, command, { cwd: folder, env: surroundings })
  assert.match(stdout, /libguildhall-run\.so/, stderr)
})

const BOT_TEST = `
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Permission } from '@guildhall/protocol'
import { ApiClient } from '@guildhall/client'
import { RawGateway, spawnPlatform, startPlatform } from '@guildhall/testing'

const world = {
  users: { ann: {} },
  applications: { app: { owner: 'ann', bot: {} } },
  guilds: { lab: { owner: 'ann', bots: { app: { permissions: String(Permission.ADMINISTRATOR) } }, channels: { general: {} } } },
}

for (const start of [startPlatform, spawnPlatform]) {
  test(start.name + ': a bot receives the message that a person posts', async () => {
    await using platform = await start({ world })
    const { users, applications, guilds } = platform.world
    const bot = await RawGateway.connect(platform.gateway)
    await bot.identify({ token: applications.app.bot.token, intents: 1 << 9 })
    const ann = new ApiClient({ base: platform.api, authorization: users.ann.token })
    const params = { channel_id: guilds.lab.channels.general.id }
    assert.equal((await ann.call('create_message', { params, body: { content: 'hello' } })).content, 'hello')
    const { d } = await bot.next('MESSAGE_CREATE')
    assert.equal(d.author.id, users.ann.id)
    await bot.close()
  })
}
`

test('a test suite in the folder starts platforms with @guildhall/testing', TIMEOUT, async () => {
  await writeFile(join(folder, 'bot.test.js'), BOT_TEST)
  // The variable would make the inner runner report to this one.
  const { NODE_TEST_CONTEXT: _, ...plain } = env
  await run(process.execPath, ['--test', 'bot.test.js'], { cwd: folder, env: plain })
})

const GAME = `
import assert from 'node:assert/strict'
import { startPlatform } from '@guildhall/testing'
import * as discordpp from '@guildhall/social-sdk'

const game = { owner: 'ann', bot: {}, social_layer: true, approvals: ['social_layer'] }
await using platform = await startPlatform({ world: { users: { ann: {} }, applications: { game } } })
const response = await fetch(platform.api + '/partner-sdk/token/bot', {
  method: 'POST',
  headers: {
    authorization: 'Bot ' + platform.world.applications.game.bot.token,
    'content-type': 'application/json',
  },
  body: JSON.stringify({ external_user_id: 'player' }),
})
const { access_token } = await response.json()
using pump = discordpp.pumpCallbacks()
using client = new discordpp.Client(platform.url + '/api/v10', platform.url)
discordpp.ok(await client.UpdateToken(discordpp.AuthorizationTokenType.Bearer, access_token))
const statuses = discordpp.events(client).iterate('statusChanged')
client.Connect()
for await (const [status] of statuses) if (status === discordpp.Client.Status.Ready) break
assert.equal(typeof client.GetApplicationId(), 'bigint')
`

test('the installed social SDK connects a player', TIMEOUT, async () => {
  await writeFile(join(folder, 'game.mjs'), GAME)
  await run(process.execPath, ['game.mjs'], { cwd: folder, env })
})

test('the tarball of the social SDK has at most 600 KiB', async () => {
  const tarball = installed.packed.find((file) => file.includes('social-sdk')) ?? assert.fail('there is no tarball')
  const { size } = await stat(tarball)
  assert.ok(size <= 600 * 1024, `${size} bytes`)
})

test('a page of the installed social SDK hears a message of a lobby', { ...TIMEOUT, skip: NO_BROWSER }, async () => {
  const parts = await bundled(`export * from '@guildhall/social-sdk'`, { installedIn: folder })
  await using game = await GamePage.open(parts)
  await game.signIn('bob')
  const lobbyId = await game.page.evaluate(async () => {
    const { sdk, client } = window
    const [lobbyId] = sdk.ok(await client.CreateOrJoinLobby('tavern'))
    Object.assign(window, { heard: sdk.events(client).once('messageCreated') })
    return String(lobbyId)
  })
  const ann = await game.lab.connect((await game.lab.signIn('ann')).access)
  await ann.CreateOrJoinLobby('tavern')
  await ann.SendLobbyMessage(BigInt(lobbyId), 'to your health')
  const heard = await game.page.evaluate(async () => {
    const { client, heard } = window as InPage & { heard: Promise<[messageId: bigint]> }
    const [messageId] = await heard
    return client.GetMessageHandle(messageId)?.Content()
  })
  assert.equal(heard, 'to your health')
})

const TYPED = `
import { type PlatformConfig, createPlatform } from 'guildhall'
import { openApi } from 'guildhall/openapi'
import { Permission, type MessageObject } from '@guildhall/protocol'
import { Client, ok, type SessionStore } from '@guildhall/social-sdk'
import { type Answer, api, startPlatform } from '@guildhall/testing'
import { ApiClient, type Events } from '@guildhall/client'
import { ControlClient } from '@guildhall/client/control'

export const options: Partial<PlatformConfig> = { port: 0 }
export const create: (options: Partial<PlatformConfig>) => Promise<{ readonly url: string }> = createPlatform
export const bits: bigint = Permission.ADMINISTRATOR
export const document: object = openApi()
export const call = (): Promise<Answer<MessageObject>> => api('').get<MessageObject>('/')
export const guild = (client: ApiClient): Promise<{ name: string }> =>
  client.call('get_guild', { params: { guild_id: '1' } })
export const join = async (client: Client): Promise<bigint> => ok(await client.CreateOrJoinLobby('secret'))[0]
export const store: SessionStore = { load: () => null, save: () => {} }
export const clock = (control: ControlClient): Promise<{ now: string }> => control.request('GET /clock')
export const nameOf = ({ role }: Events['GUILD_ROLE_CREATE']): string => role.name
// @ts-expect-error: the parameter of the path is missing
export const guildless = (client: ApiClient) => client.call('get_guild')
// @ts-expect-error: a platform's address is text
export const wrong: number = (await startPlatform()).url
`

test('the packages bring their types', TIMEOUT, async () => {
  await writeFile(join(folder, 'typed.ts'), TYPED)
  const compilerOptions = {
    ...{ module: 'nodenext', target: 'es2024', lib: ['es2024', 'esnext.disposable'], strict: true, noEmit: true },
    ...{ skipLibCheck: true, types: ['node'], typeRoots: [join(modules, '@types')] },
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['typed.ts'] }))
  const command = [join(modules, '@typescript/native/bin/tsc'), '--singleThreaded']
  const { stdout } = await run(process.execPath, command, { cwd: folder }).catch((error: { stdout: string }) => error)
  assert.equal(stdout, '')
})

test('npm pack in a package folder refuses, and names the command that makes tarballs', TIMEOUT, async () => {
  const cwd = fileURLToPath(new URL('../packages/server', import.meta.url))
  const failed = await run('npm', ['pack', '--dry-run'], { cwd, env }).then(
    () => null,
    (error: { stderr: string }) => error,
  )
  assert.match(failed?.stderr ?? '', /npm run pack/)
})
