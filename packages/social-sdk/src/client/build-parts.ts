import { Handlers } from '../callbacks/handlers.ts'
import { CallbackQueue } from '../callbacks/queue.ts'
import { Session } from '../connection/session.ts'
import { LocalClient } from '../local-client/local-client.ts'
import { Pages } from '../local-client/pages.ts'
import { Log } from '../log/log.ts'
import type { Online } from '../online/online.ts'
import { Requests } from '../requests.ts'
import { supportStatus } from '../support.ts'
import { VERSION } from '../version.ts'
import { Audio } from './audio/audio.ts'
import { LazyAuth } from './auth/lazy-auth.ts'
import { MergeGate } from './auth/merge-gate.ts'
import { Tokens } from './auth/tokens.ts'
import type { ClientContext } from './context.ts'
import type { Parts } from './parts.ts'
import { Presence } from './presence/presence.ts'
import { Relationships } from './relationships/relationships.ts'
import type { ClientSettings } from './settings.ts'
import { userHandle } from './users/handles.ts'
import { People } from './users/people.ts'
import type { UserDirectory } from './users/user-directory.ts'

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
  const localClient = new LocalClient(context)
  let online: Online | null = null
  const session = new Session(context, tokens, async () => {
    const [{ buildOnline }] = await Promise.all([import('../online/online.ts'), audio.load()])
    const { places } = audio
    if (places) online ??= buildOnline({ context, session, tokens, merges, places, users, local })
  })
  session.on('READY', () => localClient.refresh())
  const people = new People(context, session)
  const relationships = new Relationships(context, session, { tokens, people })
  const presence = new Presence(context, session, { tokens, people, localClient })
  const audio: Audio = new Audio(context, session)
  const merges = new MergeGate(context)
  const users: UserDirectory = { handle: (id) => userHandle(people, id), note: (user) => people.note(user) }
  const local = new Pages(context, session, localClient)
  const auth = new LazyAuth(context, tokens, (request, signal) => localClient.authorize(request, signal))
  warnAboutSupport(context)
  return {
    context,
    session,
    tokens,
    auth,
    people,
    relationships,
    presence,
    audio,
    merges,
    local,
    localClient,
    get online() {
      return queue.hasEnded ? null : online
    },
    end() {
      queue.end()
      presence.end()
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
