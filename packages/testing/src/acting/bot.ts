import { type Api, api } from '../http.ts'
import { type ConnectOptions, type IdentifyOptions, RawGateway } from '../raw-gateway.ts'
import { at, callSite } from './call-site.ts'
import { Refusal } from './refusal.ts'

/** An application of the world with its bot. */
export class Bot {
  /** Id of the bot's user. An application without a bot has that of the application. */
  readonly id: string
  readonly applicationId: string
  /** Name in the world. */
  readonly name: string
  /** Token to start the program under test with. */
  readonly token: string
  /** Key that its endpoint verifies interactions with. */
  readonly publicKey: string
  /** The HTTP API as this bot. No status throws. */
  readonly api: Api

  readonly #gateway: string

  constructor(
    platform: { api: string; gateway: string },
    fields: Pick<Bot, 'id' | 'applicationId' | 'name' | 'token' | 'publicKey'>,
  ) {
    this.id = fields.id
    this.applicationId = fields.applicationId
    this.name = fields.name
    this.token = fields.token
    this.publicKey = fields.publicKey
    this.#gateway = platform.gateway
    this.api = api(platform.api, `Bot ${fields.token}`)
  }

  /** Opens a gateway session that does nothing by itself. Resolves after READY. Without `intents` it has none. */
  async opens(identify: Partial<IdentifyOptions> = {}, connect: ConnectOptions = {}): Promise<RawGateway> {
    return await RawGateway.open(this.#gateway, { token: this.token, ...identify }, connect)
  }

  /** Registers commands for all guilds in the place of the present ones, as a deployment script does. */
  async registers(commands: readonly object[]): Promise<void> {
    const site = callSite(this.registers)
    const answer = await this.api.put(`/applications/${this.applicationId}/commands`, commands)
    if (answer.status >= 400) throw at(site, new Refusal(`${this.name}: the commands`, answer))
  }

  /**
   * Sends interactions to an HTTP endpoint from now on, with null to the gateway again. The server checks the endpoint
   * first: it must answer a PING, and refuse a wrong signature.
   */
  async receivesAt(url: string | null): Promise<void> {
    const site = callSite(this.receivesAt)
    const answer = await this.api.patch('/applications/@me', { interactions_endpoint_url: url })
    if (answer.status >= 400) throw at(site, new Refusal(`${this.name}: the endpoint ${url}`, answer))
  }
}
