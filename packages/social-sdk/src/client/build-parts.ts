import { Handlers } from '../callbacks/handlers.ts'
import { CallbackQueue } from '../callbacks/queue.ts'
import { Session } from '../connection/session.ts'
import { LazyLocalClient } from '../local-client/lazy-local-client.ts'
import { Log } from '../log/log.ts'
import type { Online } from '../online/online.ts'
import { Requests } from '../requests.ts'
import { supportStatus } from '../support.ts'
import { VERSION } from '../version.ts'
import { Audio } from './audio/audio.ts'
import { LazyAuth } from './auth/lazy-auth.ts'
import { Tokens } from './auth/tokens.ts'
import type { ClientContext } from './context.ts'
import type { Parts } from './parts.ts'
import { RichPresence } from './presence/rich-presence.ts'
import type { ClientSettings } from './settings.ts'

/** Makes the parts of a Client. Nothing is connected, and no timer runs. */
export function buildParts(settings: ClientSettings): Parts {
  const queue = new CallbackQueue()
  const ending = new AbortController()
  const context: ClientContext = {
    settings,
    queue,
    handlers: new Handlers(queue),
    log: new Log(queue),
    voiceLog: new Log(queue),
    requests: new Requests(settings.apiBase, settings.ca, ending.signal),
    applicationId: 0n,
    ended: ending.signal,
  }
  const tokens = new Tokens(context)
  const localClient = new LazyLocalClient(context)
  let online: Online | null = null
  const session = new Session(context, tokens, async () => {
    const [{ buildOnline }, places] = await Promise.all([import('../online/online.ts'), audio.load()])
    if (!queue.hasEnded) online ??= buildOnline({ context, session, tokens, places, localClient })
  })
  session.on('READY', () => localClient.refresh())
  const richPresence = new RichPresence(context, session, { localClient, connected: () => online?.presence ?? null })
  const audio: Audio = new Audio(context, session)
  const auth = new LazyAuth(context, tokens, (request, signal) => localClient.authorize(request, signal))
  warnAboutSupport(context)
  return {
    context,
    session,
    tokens,
    auth,
    richPresence,
    audio,
    localClient,
    get online() {
      return queue.hasEnded ? null : online
    },
    end() {
      queue.end()
      online?.presence.end()
      audio.drop()
      session.end()
      tokens.end()
      auth.end()
      ending.abort()
      context.log.close()
      context.voiceLog.close()
    },
  }
}

/** Logs once the handlers of the log are set that this version receives no fixes any more. [VER-26] */
function warnAboutSupport({ queue, log }: ClientContext): void {
  const version = `${VERSION.major}.${VERSION.minor}`
  if (supportStatus(version, new Date()) === 'eol')
    queue.post(() => log.warn(`version ${version} receives no fixes any more`))
}
