import { nonceAfterLast, type ShownMessage } from '@guildhall/client/records'
import { MessageType, type StickerItemObject } from '@guildhall/protocol'
import { ApiFailure, messageOf } from '../../api/client.ts'
import type { Client } from '../../gateway/client.ts'
import { t } from '../../lib/language/text.ts'
import { type Draft, filesOf, messageRequest } from './message-request.ts'

/** Pause before a message is sent again that did not reach the server. */
const RETRY_MS = 1_500

/**
 * Shows a message at once and sends it. A message that could not be sent stays with Retry and Delete; without a
 * connection it is sent as soon as there is one. Resolves once the server has taken or refused it.
 */
export function sendMessage(client: Client, draft: Draft): Promise<void> {
  const nonce = nonceAfterLast(client.state, draft.channelId)
  const message = localMessage(client, draft, nonce)
  client.do('message sending', { message })
  return deliver(client, draft, message, nonce)
}

async function deliver(client: Client, draft: Draft, message: ShownMessage, nonce: string): Promise<void> {
  const { channelId } = draft
  try {
    await connected(client)
    const sent = await client.api.call('create_message', {
      params: { channel_id: channelId },
      body: messageRequest(draft, nonce),
      files: filesOf(draft).map((file) => ({ file })),
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

function localMessage(client: Client, draft: Draft, nonce: string): ShownMessage {
  const { channelId, content = '', reply, stickers = [] } = draft
  const author = client.state.self
  if (!author) throw new Error('A message is sent before READY')
  return {
    id: nonce,
    nonce,
    channel_id: channelId,
    author,
    content: content || summaryOf(draft),
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
    sticker_items: stickers as StickerItemObject[],
    pinned: false,
    tts: false,
    local: { state: 'sending' },
  }
}

/** Returns the placeholder of a message without text until the server confirms it. */
function summaryOf(draft: Draft): string {
  if (draft.poll) return draft.poll.question
  if (draft.forward) return t('Forwarding a message…')
  if (draft.recording) return t('Voice message')
  return filesOf(draft)
    .map(({ name }) => name)
    .join(', ')
}
