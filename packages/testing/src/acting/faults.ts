import type { ControlApi } from '@guildhall/client/control'
import type { ControlClient } from '../control/control-client.ts'
import { idOf, type Reference } from './references.ts'

type GatewayFault = Omit<ControlApi['POST /gateway/faults']['request'], 'user_id' | 'session_id' | 'application_id'>
type VoiceFault = Omit<ControlApi['POST /voice/faults']['request'], 'user_id' | 'channel_id'>
type RequestFault = ControlApi['POST /requests/faults']['request']
type EndpointFault = ControlApi['POST /endpoints/faults']['request']

/** Injected faults. docs/control-api.md describes the fields. */
export class PlatformFaults {
  readonly #control: ControlClient

  constructor(control: ControlClient) {
    this.#control = control
  }

  /** Disturbs the gateway sessions of a bot or person at once: `gateway(bot, { type: 'drop' })`. Returns how many. */
  async gateway(of: Reference, fault: GatewayFault): Promise<number> {
    return (await this.#control.request('POST /gateway/faults', { user_id: idOf(of), ...fault })).sessions
  }

  /** Delays or refuses the next requests: `requests({ path: '/channels/:id/messages', status: 500 })`. */
  async requests(fault: RequestFault): Promise<void> {
    await this.#control.request('POST /requests/faults', fault)
  }

  /** Lets the next interactions and webhook events meet a server that is silent or absent. */
  async endpoints(fault: EndpointFault): Promise<void> {
    await this.#control.request('POST /endpoints/faults', fault)
  }

  /**
   * Disturbs media of a bot or person in a call from now on: `voice(bot, { type: 'loss', percent: 10 })`. Returns how
   * many members.
   */
  async voice(of: Reference, fault: VoiceFault): Promise<number> {
    return (await this.#control.request('POST /voice/faults', { user_id: idOf(of), ...fault })).members
  }

  /** Ends all faults of requests, endpoints and media. */
  async clear(): Promise<void> {
    await this.#control.request('POST /voice/faults', { type: 'none' })
    await this.#control.request('DELETE /requests/faults')
    await this.#control.request('DELETE /endpoints/faults')
  }
}
