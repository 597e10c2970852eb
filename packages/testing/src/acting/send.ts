import type { MessageObject } from '@guildhall/protocol'
import { type Attached, multipart } from '../http.ts'
import type { Actor } from './actor.ts'
import type { CallSite } from './call-site.ts'

/** A message to send: fields of Create Message, and files. */
export interface MessageInput {
  content?: string
  files?: readonly Attached[]
  [field: string]: unknown
}

/** Returns the body of a message. */
export function bodyOf(message: string | MessageInput, more: object = {}): FormData | object {
  const { files, ...fields } = fieldsOf(message)
  return files ? multipart({ ...fields, ...more }, files) : { ...fields, ...more }
}

/** Returns the fields of a message, files among them. */
export function fieldsOf(message: string | MessageInput): MessageInput {
  return typeof message === 'string' ? { content: message } : message
}

/** Posts a message. Returns it as the server stored it. */
export async function send(
  site: CallSite,
  actor: Actor,
  channelId: string,
  body: FormData | object,
): Promise<MessageObject> {
  const what = `${actor.name} in ${actor.nameOf(channelId)}: a message`
  const answer = await actor.act<MessageObject>(site, what, (api) => api.post(`/channels/${channelId}/messages`, body))
  return answer.body
}
