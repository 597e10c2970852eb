import { type Bot, RawGateway } from '@guildhall/testing'

/** An interaction as a bot receives it; the fields that tests read. */
export interface Received {
  id: string
  token: string
  type: number
  data: {
    name?: string
    custom_id?: string
    target_id?: string
    values?: string[]
    options?: { name: string; type: number; value?: unknown; focused?: boolean; options?: unknown[] }[]
    components?: { component: { custom_id: string; value?: unknown; values?: string[] } }[]
    resolved?: { attachments?: Record<string, { filename: string; size: number }> }
  }
}

const INTENTS = 0

/** Interaction response of a bot. */
export interface Callback {
  type: number
  data?: unknown
}

/** A bot on the gateway that answers each interaction by a function. */
export class CommandBot {
  /** Interactions so far. */
  readonly received: Received[] = []
  /** Returns the callback of an interaction, null for no response. */
  respond: (interaction: Received) => Callback | null = () => null
  readonly #bot: Bot
  readonly #gateway: RawGateway

  private constructor(bot: Bot, gateway: RawGateway) {
    this.#bot = bot
    this.#gateway = gateway
  }

  static async start(bot: Bot, gatewayUrl: string): Promise<CommandBot> {
    let program: CommandBot | undefined
    const ready = Promise.withResolvers<void>()
    const gateway = await RawGateway.connect(gatewayUrl, {
      onFrame: ({ t, d }) => {
        if (t === 'READY') ready.resolve()
        if (t === 'INTERACTION_CREATE') void program?.take(d as unknown as Received)
      },
    })
    program = new CommandBot(bot, gateway)
    void gateway.closed.then(({ code, reason }) => ready.reject(new Error(`the bot was closed: ${code} ${reason}`)))
    gateway.send(2, { token: bot.token, intents: INTENTS, properties: { os: 'test', browser: 'test', device: 'test' } })
    await ready.promise
    return program
  }

  async take(interaction: Received): Promise<void> {
    this.received.push(interaction)
    const callback = this.respond(interaction)
    if (callback) await this.#bot.api.post(`/interactions/${interaction.id}/${interaction.token}/callback`, callback)
  }

  /** The last interaction. */
  get last(): Received {
    const last = this.received.at(-1)
    if (!last) throw new Error('The bot received no interaction.')
    return last
  }

  /** Edits the response to the last interaction. */
  async editResponse(body: object): Promise<void> {
    await this.#bot.api.patch(`/webhooks/${this.#bot.applicationId}/${this.last.token}/messages/@original`, body)
  }

  async close(): Promise<void> {
    await this.#gateway.close()
  }
}

/** Returns the callback that posts a message. */
export const message = (data: object): Callback => ({ type: 4, data })
