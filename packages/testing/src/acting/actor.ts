import type { Answer, Api } from '../http.ts'
import type { Frame } from '../wire-codec.ts'
import type { CallSite } from './call-site.ts'
import type { EventFilter } from './filter.ts'

/** A person as their acts need them. */
export interface Actor {
  readonly name: string
  /** Id of the person's gateway session. */
  readonly sessionId: string | undefined
  readonly limitMs: number
  /**
   * Sends a request of the person, once everybody is connected.
   * @param what description for errors
   * @throws Refusal at the line of the test
   */
  act<T = unknown>(site: CallSite, what: string, call: (api: Api) => Promise<Answer<unknown>>): Promise<Answer<T>>
  /** Notes the nonce of an interaction, so that its failure can be explained. */
  noteUse(nonce: string, what: string): void
  /** Takes the first event that fits. */
  await(site: CallSite, event: string, filter: EventFilter): Promise<Frame>
  /** Returns the name of a person, bot, guild, channel or role in the world, else its id. */
  nameOf(id: string): string
}
