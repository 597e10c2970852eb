import { MessageType } from '@guildhall/protocol'
import { ApiFailure, messageOf } from '../../api/client.ts'
import type { Client } from '../../gateway/client.ts'
import { nonceAfterLast } from '../../gateway/nonce.ts'
import type { ShownMessage } from '../../gateway/state.ts'
import type { Reply } from './replies.ts'

/** A message that a person sends. */
export interface Draft {
  readonly channelId: string
  readonly content: string
  readonly files: readonly File[]
  readonly reply?: Reply | undefined
  readonly stickerIds?: readonly string[]
}

/** Pause before a message is sent again that did not reach the server. */
const RETRY_MS = 1_500

/**
 * Shows a message at once and sends it. A message that could not be sent stays with Retry and Delete; without a
 * connection it is sent as soon as there is one.
 */
export function sendMessage(client: Client, draft: Draft): void {
  const nonce = nonceAfterLast(client.state, draft.channelId)
  const message = localMessage(client, draft, nonce)
  client.do('message sending', { message })
  void deliver(client, draft, message, nonce)
}

async function deliver(client: Client, draft: Draft, message: ShownMessage, nonce: string): Promise<void> {
  const { channelId, content, files, reply, stickerIds } = draft
  const body = {
    content,
    nonce,
    ...(stickerIds ? { sticker_ids: stickerIds } : {}),
    ...(files.length > 0 ? { attachments: files.map((file, id) => ({ id, filename: file.name })) } : {}),
    ...(reply
      ? {
          message_reference: { message_id: reply.message.id, channel_id: channelId },
          ...(reply.mention
            ? {}
            : { allowed_mentions: { parse: ['users', 'roles', 'everyone'], replied_user: false } }),
        }
      : {}),
  }
  try {
    await connected(client)
    const sent = await client.api.post<ShownMessage>(`/channels/${channelId}/messages`, body, {
      files: files.map((file) => ({ file })),
    })
    // Usually the event was faster.
    client.apply('MESSAGE_CREATE', { ...sent, nonce })
  } catch (failure) {
    if (failure instanceof ApiFailure && failure.status === 0) {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
      return deliver(client, draft, message, nonce)
    }
    client.do('message failed', {
      channelId,
      nonce,
      error: messageOf(failure),
      retry() {
        client.do('message sending', { message })
        void deliver(client, draft, message, nonce)
      },
    })
  }
}

/** Resolves once there is a connection. */
function connected(client: Client): Promise<void> {
  if (client.state.status === 'ready') return Promise.resolve()
  return new Promise((resolve) => {
    const stop = client.store.subscribe(({ status }) => {
      if (status !== 'ready') return
      stop()
      resolve()
    })
  })
}

function localMessage(client: Client, { channelId, content, reply, files }: Draft, nonce: string): ShownMessage {
  const author = client.state.self
  if (!author) throw new Error('A message is sent before READY')
  return {
    id: nonce,
    nonce,
    channel_id: channelId,
    author,
    content: content || files.map(({ name }) => name).join(', '),
    type: reply ? MessageType.REPLY : MessageType.DEFAULT,
    referenced_message: reply?.message ?? null,
    timestamp: new Date().toISOString(),
    edited_timestamp: null,
    flags: 0,
    mentions: [],
    mention_roles: [],
    mention_everyone: false,
    attachments: [],
    embeds: [],
    components: [],
    pinned: false,
    tts: false,
    local: { state: 'sending' },
  }
}
