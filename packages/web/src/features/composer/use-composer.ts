import { type ChannelObject, MESSAGE_CONTENT_MAX, Permission } from '@guildhall/protocol'
import { type ClipboardEvent, type KeyboardEvent, type RefObject, useEffect, useState } from 'react'
import { editing, editLast } from '../../domain/messages/editing.ts'
import { formatOnKey } from '../../domain/messages/format.ts'
import { namesIn, toMarkup } from '../../domain/messages/markup.ts'
import { type Draft, withoutSilentMark } from '../../domain/messages/message-request.ts'
import { endReply, replies } from '../../domain/messages/replies.ts'
import { sendMessage } from '../../domain/messages/send.ts'
import { useClient, useOwn } from '../../gateway/react.tsx'
import { canHover } from '../../lib/pointer.ts'
import { draftOf, saveDraft } from './drafts.ts'
import { useAssistance } from './suggestions/use-assistance.tsx'
import { useChosenFiles } from './use-chosen-files.ts'
import { useTyping } from './use-typing.ts'

/** The text, files and reply of the next message of a channel, and what the keys of its box do. */
export function useComposer(parts: {
  channel: ChannelObject
  permissions: bigint
  box: RefObject<HTMLTextAreaElement | null>
  card: RefObject<HTMLElement | null>
}) {
  const { channel, permissions, box, card } = parts
  const client = useClient()
  const { userId } = client.account
  const [text, setText] = useState(() => draftOf(userId, channel.id))
  const reply = useOwn(replies, (all) => all[channel.id])
  const chosen = useChosenFiles(channel)
  const tellTyping = useTyping(channel.id)
  const mayUpload = (permissions & Permission.ATTACH_FILES) !== 0n
  const assistance = useAssistance({ box, card, text, change, channel, permissions })
  /** Characters that the text may still have; negative if it is too long. */
  const left = MESSAGE_CONTENT_MAX - [...text].length
  const isEmpty = text.trim() === '' && chosen.files.length === 0
  useFocus(box, reply !== undefined)

  function change(value: string) {
    setText(value)
    saveDraft(userId, channel.id, value)
    // A command is no message that others wait for.
    if (value !== '' && !value.startsWith('/')) tellTyping()
  }

  function send(sent: Partial<Draft> = {}) {
    void sendMessage(client, { ...sent, channelId: channel.id, reply })
    endReply(client, channel.id)
  }

  function sendText(quietly = false) {
    const marked = withoutSilentMark(text.trim())
    const content = toMarkup(marked.content, namesIn(client.state, channel.id))
    if ((content === '' && chosen.files.length === 0) || left < 0) return
    send({ content, files: chosen.files, silent: quietly || marked.silent })
    change('')
    chosen.change([])
  }

  /** Returns whether a key did something. */
  function handleKey({ key, shiftKey, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
    if (key === 'Enter' && !shiftKey) {
      sendText()
      return true
    }
    if (key === 'Escape' && reply) {
      endReply(client, channel.id)
      return true
    }
    const plain = !shiftKey && !altKey && !ctrlKey && !metaKey
    return key === 'ArrowUp' && plain && text === '' && editLast(client, channel.id)
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.nativeEvent.isComposing || assistance.onKeyDown(event) || formatOnKey(event)) return
    if (handleKey(event)) event.preventDefault()
  }

  function onPaste(event: ClipboardEvent) {
    const { files, types } = event.clipboardData
    // Text of other programs comes with a picture of itself.
    if (files.length === 0 || types.includes('text/plain') || !mayUpload) return
    event.preventDefault()
    chosen.add(files)
  }

  return { text, change, left, isEmpty, reply, chosen, mayUpload, assistance, send, sendText, onKeyDown, onPaste }
}

/** Puts the focus into the box when the channel is opened, a reply begins, and an edit ends. */
function useFocus(box: RefObject<HTMLTextAreaElement | null>, isReply: boolean): void {
  const client = useClient()
  useEffect(() => {
    if (canHover() || isReply) box.current?.focus()
  }, [box, isReply])
  useEffect(
    () =>
      client.own(editing).subscribe((now, before) => {
        if (now.messageId !== null || before.messageId === null) return
        requestAnimationFrame(() => document.activeElement === document.body && box.current?.focus())
      }),
    [client, box],
  )
}
