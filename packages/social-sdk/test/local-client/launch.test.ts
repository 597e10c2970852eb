/** Commands that start a game, as desktop entries of Linux and entries of the registry of Windows. */
import assert from 'node:assert/strict'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import * as sdk from '../support/sdk.ts'

const GAME = 4_242n

let folder: string
const former = { data: process.env.XDG_DATA_HOME, path: process.env.PATH }
const client = new sdk.Client('http://127.0.0.1:9/api', 'http://127.0.0.1:9')

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'guildhall-launch-'))
  process.env.XDG_DATA_HOME = folder
  // The preferences of the person who runs the tests stay as they are.
  process.env.PATH = folder
})
after(() => {
  client.dispose()
  process.env.PATH = former.path
  if (former.data === undefined) delete process.env.XDG_DATA_HOME
  else process.env.XDG_DATA_HOME = former.data
  rmSync(folder, { recursive: true })
})

const pathOf = (id: bigint) => join(folder, 'applications', `discord-${id}.desktop`)

function lineOf(id: bigint, key: string): string | undefined {
  const lines = readFileSync(pathOf(id), 'utf8').split('\n')
  return lines.find((line) => line.startsWith(`${key}=`))?.slice(key.length + 1)
}

const isLinux = process.platform === 'linux'

test('RegisterLaunchCommand writes a desktop entry for the schemes of the game', { skip: !isLinux }, () => {
  assert.equal(client.RegisterLaunchCommand(GAME, '/opt/game/run --full "My Save"'), true)
  assert.equal(lineOf(GAME, 'Exec'), '/opt/game/run --full "My Save" %u')
  assert.equal(lineOf(GAME, 'MimeType'), 'x-scheme-handler/discord-4242;x-scheme-handler/guildhall-4242;')
  assert.equal(client.RegisterLaunchCommand(GAME, '/opt/100%/run "C:\\x" %u'), true)
  assert.equal(lineOf(GAME, 'Exec'), '/opt/100%%/run "C:\\\\x" %u')
  assert.equal(client.RegisterLaunchCommand(GAME, ''), true)
  assert.ok(lineOf(GAME, 'Exec')?.startsWith(`"${process.execPath}" `), lineOf(GAME, 'Exec'))
})

test('a command with a line break, and no application, are false and write nothing', () => {
  for (const command of ['run\nExec=evil', 'run\r', 'run\0'])
    assert.equal(client.RegisterLaunchCommand(7n, command), false, JSON.stringify(command))
  assert.equal(client.RegisterLaunchCommand(0n, 'run'), false)
  assert.equal(client.RegisterLaunchSteamApplication(7n, 0), false)
  assert.equal(existsSync(pathOf(7n)), false)
})

test('RegisterLaunchSteamApplication starts the game by Steam', { skip: !isLinux }, () => {
  assert.equal(client.RegisterLaunchSteamApplication(9n, 730), true)
  assert.equal(lineOf(9n, 'Exec'), 'xdg-open steam://run/730')
})

test('an entry that cannot be written is false', { skip: !isLinux }, () => {
  process.env.XDG_DATA_HOME = '/dev/null'
  assert.equal(client.RegisterLaunchCommand(GAME, 'run'), false)
  process.env.XDG_DATA_HOME = folder
})

/** A program in place of `reg.exe`, which writes each argument as a line. */
const REG = `#!/bin/sh
printf '%s\\n' "$@" >> "$(dirname "$0")/registry"
[ -z "$REG_FAILS" ]
`

describe('on Windows', { skip: !isLinux }, () => {
  const registry = () => {
    const path = join(folder, 'registry')
    const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []
    rmSync(path, { force: true })
    // Each entry ends with `/f`.
    return lines
      .join('\n')
      .split('\n/f\n')
      .slice(0, -1)
      .map((entry) => entry.split('\n'))
  }

  before(() => {
    writeFileSync(join(folder, 'reg.exe'), REG)
    chmodSync(join(folder, 'reg.exe'), 0o755)
    process.env.PATH = `${folder}:/usr/bin:/bin`
    Object.defineProperty(process, 'platform', { value: 'win32' })
  })
  after(() => {
    process.env.PATH = folder
    Object.defineProperty(process, 'platform', { value: 'linux' })
  })

  test('RegisterLaunchCommand writes both schemes below HKCU, each with its command', () => {
    assert.equal(client.RegisterLaunchCommand(GAME, '"C:\\Games\\My Game\\run.exe" --full'), true)
    const command = '"C:\\Games\\My Game\\run.exe" --full "%1"'
    const entriesOf = (scheme: string) => [
      ['add', `HKCU\\Software\\Classes\\${scheme}`, '/ve', '/t', 'REG_SZ', '/d', `URL:Game ${GAME}`],
      ['add', `HKCU\\Software\\Classes\\${scheme}`, '/v', 'URL Protocol', '/t', 'REG_SZ', '/d', ''],
      ['add', `HKCU\\Software\\Classes\\${scheme}\\shell\\open\\command`, '/ve', '/t', 'REG_SZ', '/d', command],
    ]
    assert.deepEqual(registry(), [...entriesOf('discord-4242'), ...entriesOf('guildhall-4242')])
  })

  test('an own place for the address, this program, and Steam', () => {
    const commandOf = () => registry()[2]?.at(-1)
    assert.equal(client.RegisterLaunchCommand(GAME, 'run.exe --url=%1'), true)
    assert.equal(commandOf(), 'run.exe --url=%1')
    assert.equal(client.RegisterLaunchCommand(GAME, ''), true)
    assert.equal(commandOf(), `"${process.execPath}" "${process.argv[1]}" "%1"`)
    assert.equal(client.RegisterLaunchSteamApplication(GAME, 730), true)
    assert.equal(commandOf(), 'rundll32.exe url.dll,FileProtocolHandler steam://run/730')
  })

  test('a refusal of the registry, and a missing program, are false', () => {
    process.env.REG_FAILS = '1'
    assert.equal(client.RegisterLaunchCommand(GAME, 'run.exe'), false)
    delete process.env.REG_FAILS
    rmSync(join(folder, 'reg.exe'))
    assert.equal(client.RegisterLaunchCommand(GAME, 'run.exe'), false)
  })
})

test('on macOS, which knows schemes of bundles alone, a command is not registered', { skip: !isLinux }, () => {
  Object.defineProperty(process, 'platform', { value: 'darwin' })
  assert.equal(client.RegisterLaunchCommand(GAME, 'run'), false)
  Object.defineProperty(process, 'platform', { value: 'linux' })
})
