import { UserFlag } from '@guildhall/protocol'
import type { ClientContext } from '../client/context.ts'
import { type PageViewer, showPage } from '../client/show-page.ts'
import type { Session } from '../connection/session.ts'
import type { LazyLocalClient } from './lazy-local-client.ts'

const CONNECTED_GAMES_PATH = '/settings/apps'
const INVITE_PATH = /^\/invite\/([^/]+)$/
const MESSAGE_PATH = /^\/channels\/(@me|\d+)\/(\d+)\/(\d+)$/

/** Pages of the web app that games show: in the local client of the player, else by `openUrl`. */
export class Pages implements PageViewer {
  readonly #context: ClientContext
  readonly #session: Session
  readonly #localClient: LazyLocalClient
  /** Id of a player with an account of the platform; null before Ready and for provisional accounts. */
  #personId: bigint | null = null

  constructor(context: ClientContext, session: Session, localClient: LazyLocalClient) {
    this.#context = context
    this.#session = session
    this.#localClient = localClient
    session.on('READY', ({ user }) => {
      const { id, flags = 0, public_flags = 0 } = user as { id: string; flags?: number; public_flags?: number }
      this.#personId = ((flags | public_flags) & UserFlag.PROVISIONAL_ACCOUNT) === 0 ? BigInt(id) : null
    })
  }

  /** Shows the games that the player has connected. It does nothing before Ready and for provisional accounts. */
  async showConnectedGames(): Promise<void> {
    if (this.#session.isReady && this.#personId !== null) await showPage(this.#context, this, CONNECTED_GAMES_PATH)
  }

  /** Shows a page in the local client of the player. Returns false for pages that RPC has no command for. */
  async showPage(path: string): Promise<boolean> {
    const command = commandOf(path)
    return command !== null && this.#personId !== null && this.#localClient.show(this.#personId, ...command)
  }
}

/** Returns the command that shows a page, with its arguments. */
function commandOf(path: string): [cmd: string, args: object] | null {
  if (path === CONNECTED_GAMES_PATH) return ['DEEP_LINK', { type: 'OAUTH2' }]
  const [, invite] = INVITE_PATH.exec(path) ?? []
  if (invite !== undefined) return ['OPEN_OVERLAY_GUILD_INVITE', { code: decodeURIComponent(invite) }]
  const [, guild, channel_id, message_id] = MESSAGE_PATH.exec(path) ?? []
  if (guild === undefined) return null
  return ['OPEN_MESSAGE', { guild_id: guild === '@me' ? null : guild, channel_id, message_id }]
}
