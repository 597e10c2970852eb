/** A call of pages that reach nothing but a TURN server of the operator. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type SpawnedPlatform, spawnPlatform } from '@guildhall/testing'
import type { Browser, Page } from 'playwright-core'
import { freePort } from '../../server/test/support/free-port.ts'
import { launchBrowser, openPerson, type Person } from './support/browser.ts'
import { NO_BROWSER } from './support/chromium.ts'
import { fakeMicrophone, hears, hearsNot } from './support/sound.ts'

const HOST = '127.0.0.1'
const SECRET = 'secret of the TURN server'
const ASK_MS = 50
const START_MS = 10_000
const ALICE_HZ = 440
const BOB_HZ = 880
const NO_TURN = spawnSync('turnserver', ['--version']).error ? 'turnserver is not installed' : false

const world = {
  users: { alice: {}, bob: {} },
  guilds: { lab: { owner: 'alice', members: ['bob'], channels: { general: { type: 0 }, lounge: { type: 2 } } } },
}

describe('calls of pages by a TURN server', { skip: NO_BROWSER || NO_TURN }, () => {
  let browser: Browser
  let platform: SpawnedPlatform
  let turn: ChildProcess
  let folder = ''

  before(async () => {
    ;[browser, folder] = await Promise.all([launchBrowser(), mkdtemp(join(tmpdir(), 'guildhall-test-'))])
    const port = await freePort()
    turn = await startTurn(folder, port)
    const file = join(folder, 'ice.json')
    await writeFile(file, JSON.stringify([{ urls: `turn:${HOST}:${port}?transport=udp`, secret: SECRET }]))
    platform = await spawnPlatform({ world, rateLimits: 'off', args: ['--voice-ice-servers', file] })
  })

  after(async () => {
    await browser?.close()
    await platform?.kill()
    turn?.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  })

  async function joined(as: string, hertz: number): Promise<Person> {
    const person = await openPerson(browser, platform, { size: 'desk', as })
    const { page } = person
    await fakeMicrophone(page, hertz)
    await page.addInitScript(relayOnly)
    const guild = platform.world.guilds.lab
    await page.goto(`/channels/${guild?.id}/${guild?.channels.general?.id}`)
    await page.getByRole('navigation', { name: 'Channels' }).getByRole('link', { name: 'lounge' }).click()
    await page.getByRole('region', { name: 'Voice', exact: true }).getByText('In voice', { exact: true }).waitFor()
    return person
  }

  test('two people hear each other through the relay, with credentials of op 2', async () => {
    const [alice, bob] = await Promise.all([joined('alice', ALICE_HZ), joined('bob', BOB_HZ)])
    await Promise.all([hears(alice.page, BOB_HZ), hears(bob.page, ALICE_HZ)])
    await hearsNot(alice.page, ALICE_HZ)
    assert.deepEqual(await Promise.all([alice, bob].map(({ page }) => wayOf(page))), ['relay', 'relay'])
  })
})

/** Starts a TURN server on the loopback address, and waits until it answers. */
async function startTurn(folder: string, port: number): Promise<ChildProcess> {
  const place = ['-n', '--listening-ip', HOST, '--relay-ip', HOST, '--listening-port', String(port), '--realm', 'lab']
  const access = ['--use-auth-secret', '--static-auth-secret', SECRET, '--allow-loopback-peers']
  const rest = ['--no-tls', '--no-dtls', '--no-cli', '--log-file', 'stdout', '--pidfile', join(folder, 'turn.pid')]
  const turn = spawn('turnserver', [...place, ...access, ...rest], { cwd: folder, stdio: 'ignore' })
  const socket = createSocket('udp4')
  const request = Buffer.from(`000100002112a442${'00'.repeat(12)}`, 'hex')
  const asking = setInterval(() => socket.send(request, port, HOST), ASK_MS)
  // The port is closed at first.
  socket.on('error', () => undefined)
  try {
    await once(socket, 'message', { signal: AbortSignal.timeout(START_MS) })
  } finally {
    clearInterval(asking)
    socket.close()
  }
  return turn
}

/** Runs in the page: its connections use relays alone. */
function relayOnly(): void {
  const peers: RTCPeerConnection[] = []
  const Real = RTCPeerConnection
  globalThis.RTCPeerConnection = class extends Real {
    constructor(configuration?: RTCConfiguration) {
      super({ ...configuration, iceTransportPolicy: 'relay' })
      peers.push(this)
    }
    override setConfiguration(configuration?: RTCConfiguration): void {
      super.setConfiguration({ ...configuration, iceTransportPolicy: 'relay' })
    }
  }
  Object.assign(globalThis, { peers })
}

/** Returns the type of the page's address that media leaves from. */
async function wayOf(page: Page): Promise<string> {
  return await page.evaluate(async () => {
    const [peer] = (globalThis as unknown as { peers: RTCPeerConnection[] }).peers
    const report = await peer?.getStats()
    let type = ''
    report?.forEach((entry) => {
      if (entry.type === 'candidate-pair' && entry.nominated) type = report.get(entry.localCandidateId)?.candidateType
    })
    return type
  })
}
