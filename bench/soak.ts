/** Memory over very many requests, drawn from the schemas of all operations, valid and invalid. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc, { type GeneratorValue } from 'fast-check'
import { DraftedRequests, draftedWorld, operationsInOrder } from '../packages/server/test/support/drafted-requests.ts'
import { populate } from '../packages/server/test/support/populated-world.ts'
import type { Bench, Measured } from './bench.ts'
import { processMemory } from './loop-delay.ts'
import { memoryKinds, pause, rssBytes, settledRssBytes } from './measure.ts'

const CALLERS = 8
const SEED = 20_260_101
const IDLE_MS = 20_000
/** Operations that would leave the others nothing to act on. */
const ENDING = /^(delete_guild|leave_guild|reset_bot_token|.*_bot_reset|delete_application|bulk_ban_users_from_guild)$/

interface Line {
  requests: number
  /** Share of responses with a 2xx status. */
  accepted: number
  rssMb: number
  anonymousMb: number
  filesMb: number
  heapMb: number
  externalMb: number
}

export async function measureSoak({ children, options }: Bench): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'guildhall-soak-'))
  try {
    writeFileSync(join(folder, 'world.json'), JSON.stringify(draftedWorld))
    const memoryFile = join(folder, 'memory.json')
    const args = ['start', '--json', '--port', '0', '--data', join(folder, 'data'), '--rate-limits', 'off']
    const program = await children.program(options.server, [...args, '--world', join(folder, 'world.json')], {
      memoryFile,
    })
    const { api, world } = JSON.parse(program.line) as { api: string; world: never }
    const soak = new Soak(api, new DraftedRequests(await populate({ api, world })))
    const lines: Line[] = []
    for (let requests = 0; ; requests += options.soakStep) {
      const { heapUsed, external } = await processMemory(program.pid, memoryFile)
      const rss = await settledRssBytes(program.pid)
      const { anonymous, files } = memoryKinds(program.pid)
      const mb = (bytes: number) => bytes / 2 ** 20
      lines.push({
        requests,
        accepted: soak.acceptedShare(),
        rssMb: mb(rss),
        anonymousMb: mb(anonymous),
        filesMb: mb(files),
        heapMb: mb(heapUsed),
        externalMb: mb(external),
      })
      console.log(JSON.stringify(lines.at(-1)))
      if (requests >= options.soakRequests) break
      await soak.run(options.soakStep)
    }
    // An idle process returns memory that its heap does not use.
    await pause(IDLE_MS)
    const idleMb = rssBytes(program.pid) / 2 ** 20
    await program.stop()
    return { figures: { lines, idleMb }, tables: [table(lines, idleMb)] }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

class Soak {
  readonly #api: URL
  readonly #drafts: DraftedRequests
  readonly #agent = new Agent({ keepAlive: true, maxSockets: CALLERS })
  readonly #operations = operationsInOrder.filter(({ id }) => !ENDING.test(id))
  #sent = 0
  #accepted = 0
  #seed = SEED

  constructor(api: string, drafts: DraftedRequests) {
    this.#api = new URL(api)
    this.#drafts = drafts
  }

  /** Share of 2xx responses since the last call. */
  acceptedShare(): number {
    const share = this.#accepted / Math.max(this.#sent, 1)
    this.#sent = 0
    this.#accepted = 0
    return share
  }

  async run(count: number): Promise<void> {
    let left = count
    const call = async () => {
      while (left > 0) {
        left -= 1
        await this.#one()
      }
    }
    await Promise.all(Array.from({ length: CALLERS }, call))
  }

  async #one(): Promise<void> {
    this.#seed += 1
    const [g] = fc.sample(fc.gen(), { seed: this.#seed, numRuns: 1 }) as [GeneratorValue]
    const operation = g(() => fc.constantFrom(...this.#operations))
    const { url, body } = this.#drafts.draft(g, operation)
    const status = await this.#send(operation.method, url, this.#drafts.token(g, operation), body, (made) =>
      this.#drafts.keepIds(operation, url, made),
    )
    this.#sent += 1
    if (status < 300) this.#accepted += 1
  }

  #send(method: string, path: string, authorization: string, body: unknown, made: (body: unknown) => void) {
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    const text = body === undefined ? undefined : JSON.stringify(body)
    const headers = {
      ...(authorization && { authorization }),
      ...(text !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
    }
    const { hostname, port, pathname } = this.#api
    const sent = request({ agent: this.#agent, hostname, port, method, path: `${pathname}${path}`, headers })
    sent.on('error', reject)
    sent.on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const status = response.statusCode ?? 0
        if (status < 300 && method === 'POST' && `${response.headers['content-type']}`.includes('json'))
          made(JSON.parse(Buffer.concat(chunks).toString()))
        resolve(status)
      })
    })
    sent.end(text)
    return promise
  }
}

function table(lines: readonly Line[], idleMb: number) {
  return {
    title: 'Memory over requests drawn from the schemas of all operations',
    columns: ['requests', '2xx', 'RSS, MB', 'anonymous', 'files', 'heap', 'external'],
    rows: lines.map((line) => [
      String(line.requests),
      line.accepted,
      line.rssMb,
      line.anonymousMb,
      line.filesMb,
      line.heapMb,
      line.externalMb,
    ]),
    notes: [
      'anonymous and files are the two kinds of RSS; heap and external are live after a collection of garbage',
      `${IDLE_MS / 1000} s later, idle: RSS of ${idleMb.toFixed(0)} MB`,
    ],
  }
}
