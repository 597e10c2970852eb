import { type ChannelObject, Permission } from '@guildhall/protocol'
import { Paperclip, Smile, X } from 'lucide-react'
import { type DragEvent, type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { useClient, useClientState } from '../../gateway/react.tsx'
import { displayName, isDm, isThread } from '../../gateway/selectors.ts'
import { IconButton } from '../../ui/button.tsx'
import { EmojiPicker } from '../emoji/emoji-picker.tsx'
import { emojiText } from '../emoji/emojis.ts'
import { namesIn, toMarkup } from '../suggestions/markup.ts'
import { useAssistance } from '../suggestions/use-assistance.tsx'
import styles from './composer.module.css'
import { draftOf, saveDraft } from './drafts.ts'
import { endReply, mentionInReply, replies } from './replies.ts'
import { sendMessage } from './send.ts'

/** Interval at which the app tells that the person is typing. */
const TYPING_MS = 8_000
const FILES_MAX = 10

/** The message box of a channel with its files and reply. */
export function Composer(props: { channel: ChannelObject; label: string; permissions: bigint }) {
  const { channel, label, permissions } = props
  const client = useClient()
  const { userId } = client.account
  const [text, setText] = useState(() => draftOf(userId, channel.id))
  const [files, setFiles] = useState<readonly File[]>([])
  const reply = useStore(replies, (all) => all[channel.id])
  const box = useRef<HTMLTextAreaElement>(null)
  const tellTyping = useTyping(channel.id)
  useGrowing(box, text)
  const card = useRef<HTMLElement>(null)
  const assistance = useAssistance({ box, card, text, change, channel, permissions })
  useEffect(() => {
    if (matchMedia('(hover: hover)').matches || reply) box.current?.focus()
  }, [reply])

  function change(value: string) {
    setText(value)
    saveDraft(userId, channel.id, value)
    // A command is no message that others wait for.
    if (value !== '' && !value.startsWith('/')) tellTyping()
  }

  function addFiles(added: Iterable<File>) {
    setFiles((known) => [...known, ...added].slice(0, FILES_MAX))
  }

  function send() {
    const content = toMarkup(text.trim(), namesIn(client.state, channel.id))
    if (content === '' && files.length === 0) return
    sendMessage(client, { channelId: channel.id, content, files, reply })
    change('')
    setFiles([])
    endReply(channel.id)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing || assistance.onKeyDown(event)) return
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      send()
    }
    if (event.key === 'Escape' && reply) endReply(channel.id)
  }

  function onDrop(event: DragEvent) {
    event.preventDefault()
    addFiles(event.dataTransfer.files)
  }

  if ((permissions & Permission.SEND_MESSAGES) === 0n) {
    return <p className={styles.refused}>You need the permission Send Messages to write here.</p>
  }
  const sign = isDm(channel) ? '' : '#'
  const name = `Message ${isThread(channel) ? '#' : sign}${label}`
  return (
    <section
      ref={card}
      className={styles.composer}
      aria-label="Your message"
      onDrop={onDrop}
      onDragOver={(event) => event.preventDefault()}
    >
      {reply && <ReplyingTo channelId={channel.id} />}
      <ChosenFiles files={files} onRemove={(removed) => setFiles(files.filter((file) => file !== removed))} />
      {assistance.suggestions}
      {assistance.form}
      <div className={styles.row} hidden={assistance.form !== null}>
        {(permissions & Permission.ATTACH_FILES) !== 0n && <FileButton onFiles={addFiles} />}
        <textarea
          ref={box}
          className={styles.box}
          aria-label={name}
          placeholder={name}
          rows={1}
          value={text}
          maxLength={4_000}
          {...assistance.boxProps}
          onChange={({ target }) => change(target.value)}
          onKeyDown={onKeyDown}
          onPaste={({ clipboardData }) => addFiles(clipboardData.files)}
        />
        <EmojiPicker guildId={channel.guild_id} onPick={(emoji) => change(`${text}${emojiText(emoji)}`)}>
          <IconButton label="Emoji">
            <Smile size={20} strokeWidth={1.5} aria-hidden />
          </IconButton>
        </EmojiPicker>
      </div>
    </section>
  )
}

/** Tells that the person is typing, at the first key and then at most once per interval. */
function useTyping(channelId: string): () => void {
  const client = useClient()
  const last = useRef(0)
  return () => {
    const now = Date.now()
    if (now - last.current < TYPING_MS || client.state.status !== 'ready') return
    last.current = now
    client.api.post(`/channels/${channelId}/typing`).catch(() => {
      // A hint that is lost is sent again with a later key.
    })
  }
}

/** Makes a text field as high as its text. */
function useGrowing(box: React.RefObject<HTMLTextAreaElement | null>, text: string): void {
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    element.style.height = 'auto'
    // A field that is not shown has no height of its own.
    if (element.scrollHeight > 0) element.style.height = `${element.scrollHeight}px`
  }, [box, text])
}

function ReplyingTo({ channelId }: { channelId: string }) {
  const reply = useStore(replies, (all) => all[channelId])
  if (!reply) return null
  return (
    <div className={styles.reply}>
      <span>Replying to {displayName(reply.message.author)}</span>
      <label className={styles.mention}>
        <input
          type="checkbox"
          checked={reply.mention}
          onChange={({ target }) => mentionInReply(channelId, target.checked)}
        />
        Mention
      </label>
      <IconButton label="Stop replying" onClick={() => endReply(channelId)}>
        <X size={16} strokeWidth={1.5} aria-hidden />
      </IconButton>
    </div>
  )
}

function FileButton({ onFiles }: { onFiles: (files: Iterable<File>) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <IconButton label="Upload a file" onClick={() => input.current?.click()}>
        <Paperclip size={20} strokeWidth={1.5} aria-hidden />
      </IconButton>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          target.value = ''
        }}
      />
    </>
  )
}

function ChosenFiles({ files, onRemove }: { files: readonly File[]; onRemove: (file: File) => void }) {
  const selfId = useClientState(({ self }) => self?.id)
  if (files.length === 0 || !selfId) return null
  return (
    <ul className={styles.files} aria-label="Files to send">
      {files.map((file) => (
        <li key={`${file.name} ${file.lastModified}`} className={styles.file}>
          <span className={styles.fileName}>{file.name}</span>
          <IconButton label={`Remove ${file.name}`} onClick={() => onRemove(file)}>
            <X size={16} strokeWidth={1.5} aria-hidden />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}
