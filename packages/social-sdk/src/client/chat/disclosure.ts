import type { Session } from '../../connection/session.ts'
import { DisclosureTypes } from '../../enums/index.ts'
import { resultOf } from '../../result.ts'
import type { ClientContext } from '../context.ts'
import type { PlayerRequests } from '../player-requests.ts'
import type { MessageRecord } from './message-record.ts'

const TEXT = 'Messages that you send here are also visible outside of the game.'
/** Low bits of an id, which the server does not reach: the id of a local message of the same millisecond. */
const LOCAL_ID_BITS = 2n ** 22n - 1n

/** Informs a player once that messages are visible outside of the game. */
export class Disclosure {
  readonly #context: ClientContext
  readonly #session: Session
  readonly #requests: PlayerRequests
  /** Players whom this Client need not ask for any more, or asks for now. */
  #player: string | null = null

  constructor(context: ClientContext, session: Session, requests: PlayerRequests) {
    this.#context = context
    this.#session = session
    this.#requests = requests
  }

  /**
   * Adds a local message after an own message that is visible outside, unless the player has been informed before.
   * @param add keeps and announces the local message
   */
  async follow(message: MessageRecord, add: (local: MessageRecord) => void): Promise<void> {
    const { userId } = this.#session
    if (userId === null || this.#player === userId) return
    this.#player = userId
    try {
      if (await this.#isDue()) {
        add(disclosureAfter(message))
        await this.#acknowledge()
      }
    } catch (failure) {
      if (this.#context.ended.aborted) return
      // The next message asks again; a player is rather informed twice than never.
      this.#player = null
      this.#context.log.warn(`the disclosure was not acknowledged: ${resultOf(failure).ToString()}`)
    }
  }

  get #path(): string {
    return `/applications/${this.#context.applicationId}/disclosures`
  }

  async #isDue(): Promise<boolean> {
    const type = DisclosureTypes.MessageDataVisibleOnDiscord
    const { disclosures, acked_disclosures } = await this.#requests.send<{
      disclosures: number[]
      acked_disclosures: number[]
    }>('GET', this.#path)
    return disclosures.includes(type) && !acked_disclosures.includes(type)
  }

  async #acknowledge(): Promise<void> {
    await this.#requests.send('POST', this.#path, {
      body: { disclosures: [DisclosureTypes.MessageDataVisibleOnDiscord] },
    })
  }
}

function disclosureAfter(message: MessageRecord): MessageRecord {
  return {
    ...message,
    id: message.id | LOCAL_ID_BITS,
    authorId: 0n,
    content: TEXT,
    editedAt: 0n,
    applicationId: null,
    isFromGame: false,
    additionalName: null,
    additionalContent: null,
    metadata: {},
    moderationMetadata: {},
    isInvite: false,
    disclosure: DisclosureTypes.MessageDataVisibleOnDiscord,
  }
}
