import { Handlers } from '../callbacks/handlers.ts'
import { CallbackQueue } from '../callbacks/queue.ts'
import { Session } from '../connection/session.ts'
import { Log } from '../log/log.ts'
import { Requests } from '../requests.ts'
import { supportStatus } from '../support.ts'
import { VERSION } from '../version.ts'
import { Audio } from './audio/audio.ts'
import { Auth } from './auth/auth.ts'
import { Authorizer } from './auth/authorizer.ts'
import { DeviceFlow } from './auth/device-flow.ts'
import { MergeGate } from './auth/merge-gate.ts'
import { Tokens } from './auth/tokens.ts'
import type { ClientContext } from './context.ts'
import type { Parts } from './parts.ts'
import { Presence } from './presence/presence.ts'
import { Relationships } from './relationships/relationships.ts'
import type { ClientSettings } from './settings.ts'
import { People } from './users/people.ts'

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
    requests: new Requests(settings.apiBase, ending.signal),
    applicationId: 0n,
    ended: ending.signal,
  }
  const tokens = new Tokens(context)
  const session = new Session(context, tokens)
  const auth = new Auth(context, session, {
    // No local client is asked yet.
    authorizer: new Authorizer(context, async () => null),
    device: new DeviceFlow(context),
    merges: new MergeGate(context),
    tokens,
  })
  const people = new People(context, session)
  const relationships = new Relationships(context, session, { tokens, people })
  // No local client shows activities yet.
  const presence = new Presence(context, session, { tokens, people, localClient: null })
  const audio = new Audio(context, session)
  warnAboutSupport(context)
  return {
    context,
    session,
    auth,
    people,
    relationships,
    presence,
    audio,
    end() {
      queue.end()
      audio.calls.drop()
      presence.end()
      session.end()
      tokens.end()
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
