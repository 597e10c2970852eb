/** A platform with people who use applications, and bots that respond, for tests of interactions. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Answer, type Attached, api, multipart, RawGateway } from '@guildhall/testing'
import postgres from 'postgres'
import { startPlatform } from './platform.ts'
import { testStore } from './test-store.ts'

export interface Wire {
  id: string
  code: number
  type: number
  content: string
  flags: number
  name: string
  token: string
  nonce: string
  [key: string]: unknown
}

type Options = NonNullable<Parameters<typeof startPlatform>[0]>

/**
 * Starts a platform whose rows a test may write itself, for states that no transport creates. `sql` takes literals of
 * the test only.
 */
export async function startWithRows(options: Options) {
  const store = await testStore()
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-test-'))
  const where = store.databaseUrl ? { databaseUrl: store.databaseUrl } : { data: folder }
  const platform = await startPlatform({ rateLimits: 'off', ...options, ...where })
  return {
    platform,
    async sql(text: string): Promise<void> {
      if (store.databaseUrl) {
        const connection = postgres(store.databaseUrl, { max: 1 })
        await connection.unsafe(text)
        await connection.end()
      } else {
        const database = new DatabaseSync(join(folder, 'guildhall.db'))
        database.exec(`PRAGMA busy_timeout = 2000; ${text}`)
        database.close()
      }
    },
    async close(): Promise<void> {
      await platform.close()
      await store.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export type Platform = Awaited<ReturnType<typeof startPlatform>>

/** A person or bot at the gateway and the HTTP API. */
export async function connect(platform: Pick<Platform, 'gateway' | 'api'>, token: string | undefined, intents = 0) {
  const gateway = await RawGateway.connect(platform.gateway)
  await gateway.identify({ token: token ?? '', intents })
  return { gateway, api: api(platform.api, token) }
}

let counter = 0

/** One person's use of one application. */
export class Invoking {
  readonly #api: ReturnType<typeof api>
  readonly #base: Record<string, unknown>

  constructor(
    person: { api: ReturnType<typeof api> },
    base: { application_id: string; channel_id: string; guild_id?: string },
  ) {
    this.#api = person.api
    this.#base = base
  }

  in(channelId: string): Invoking {
    return new Invoking({ api: this.#api }, { ...this.#base, channel_id: channelId } as never)
  }

  /** Returns a command's wire object. */
  async use(
    command: { id: string; name: string } | undefined,
    data: Record<string, unknown> = {},
    files?: Attached[],
  ): Promise<Answer<Wire> & { nonce: string }> {
    return this.send({ type: 2, data: { id: command?.id, name: command?.name, ...data } }, files)
  }

  async press(message: { id: string }, customId: string, componentType: number, values?: string[]) {
    const data = { component_type: componentType, custom_id: customId, ...(values ? { values } : {}) }
    return this.send({ type: 3, message_id: message.id, data })
  }

  async submit(modal: Wire, components: unknown[], files?: Attached[]) {
    return this.send({ type: 5, data: { id: modal.id, custom_id: modal.custom_id, components } }, files)
  }

  async send(request: Record<string, unknown>, files?: Attached[]): Promise<Answer<Wire> & { nonce: string }> {
    counter += 1
    const nonce = `use-${counter}`
    const body = { ...this.#base, nonce, ...request }
    const answer = await this.#api.post<Wire>('/interactions', files ? multipart(body, files) : body)
    return { ...answer, nonce }
  }
}

/** Selects a dispatch by its name and fields of its `d`. */
export function dispatch(name: string, fields: Record<string, unknown> = {}) {
  return (frame: { t?: string | null; d?: unknown }) =>
    frame.t === name && Object.entries(fields).every(([key, value]) => (frame.d as Wire | undefined)?.[key] === value)
}
