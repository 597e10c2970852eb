/** A platform with people who use applications, and bots that respond, for tests of interactions. */
import {
  type Answer,
  type Attached,
  api,
  type Frame,
  multipart,
  type PayloadOf,
  RawGateway,
  type TestPlatform,
} from '@guildhall/testing'

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

export type Platform = TestPlatform

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

  async submit(modal: { id: string; custom_id?: unknown }, components: unknown[], files?: Attached[]) {
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
export function dispatch<E extends string>(name: E, fields: Partial<Record<string, unknown>> = {}) {
  return (frame: Frame): frame is Frame<PayloadOf<E>> =>
    frame.t === name && Object.entries(fields).every(([key, value]) => frame.d?.[key] === value)
}
