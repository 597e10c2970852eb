import { type Attached, multipart } from '../http.ts'
import type { Actor } from './actor.ts'
import type { CallSite } from './call-site.ts'

let uses = 0

/** Use of a command, component or modal as `POST /interactions` takes it. */
export interface Interaction {
  readonly type: number
  readonly application_id: string
  readonly channel_id: string
  readonly message_id?: string
  readonly data: unknown
}

/** Sends an interaction of a person. Returns its nonce, which the events about it have. */
export async function interact(
  site: CallSite,
  person: Actor,
  what: string,
  interaction: Interaction,
  files: readonly Attached[] = [],
): Promise<string> {
  uses += 1
  const nonce = `use-${uses}`
  person.noteUse(nonce, what)
  await person.act(site, what, (api) => {
    const body = { ...interaction, session_id: person.sessionId, nonce }
    return api.post('/interactions', files.length > 0 ? multipart(body, files) : body)
  })
  return nonce
}
