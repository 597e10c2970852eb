import { type ChannelObject, Permission } from '@guildhall/protocol'
import { EllipsisVertical, Mic, Smile, Sticker } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { EmojiPicker } from '../../domain/emoji/emoji-picker.tsx'
import { emojiText } from '../../domain/emoji/emojis.ts'
import type { Draft } from '../../domain/messages/message-request.ts'
import { useShortcut } from '../../domain/shortcuts/shortcuts.ts'
import { StickerPicker } from '../../domain/stickers/sticker-picker.tsx'
import { t } from '../../lib/language/text.ts'
import { IconButton } from '../../ui/button.tsx'
import { DropdownMenu } from '../../ui/dropdown-menu.ts'
import { lazy } from '../../ui/lazy.tsx'
import menu from '../../ui/menu.module.css'
import { MenuBeside } from '../../ui/menu-button.tsx'

const NewPoll = lazy(() => import('./polls/new-poll.tsx'))
const Recorder = lazy(() => import('./voice-messages/recorder.tsx'))
const ICON = { size: 20, 'aria-hidden': true } as const

interface ToolProps {
  channel: ChannelObject
  permissions: bigint
  /** Receives the text of an emoji. */
  onEmoji: (text: string) => void
  /** Sends something that is no text. */
  onSend: (parts: Partial<Draft>) => void
  /** Sends the text without a notification; undefined without a text. */
  onSendQuietly: (() => void) | undefined
  /** Returns the focus to the message box. */
  onDone: () => void
}

/** Buttons at the end of the message box. */
export function ComposerTools(props: ToolProps) {
  const { channel, permissions, onEmoji, onSend, onSendQuietly, onDone } = props
  const [open, setOpen] = useState<'poll' | 'recorder' | null>(null)
  const emojiButton = useRef<HTMLButtonElement>(null)
  const may = (permission: bigint) => (permissions & permission) !== 0n
  const mayRecord = may(Permission.SEND_VOICE_MESSAGES) && may(Permission.ATTACH_FILES) && 'MediaRecorder' in window
  useShortcut('emoji', () => emojiButton.current?.click())
  const close = () => {
    setOpen(null)
    onDone()
  }
  return (
    <>
      {mayRecord && (
        <IconButton label={t('Record a voice message')} onClick={() => setOpen('recorder')}>
          <Mic {...ICON} />
        </IconButton>
      )}
      <StickerPicker guildId={channel.guild_id} onPick={(sticker) => onSend({ stickers: [sticker] })} onDone={onDone}>
        <IconButton label={t('Stickers')}>
          <Sticker {...ICON} />
        </IconButton>
      </StickerPicker>
      <EmojiPicker guildId={channel.guild_id} onPick={(emoji) => onEmoji(emojiText(emoji))} onDone={onDone}>
        <IconButton ref={emojiButton} label={t('Emoji')}>
          <Smile {...ICON} />
        </IconButton>
      </EmojiPicker>
      <MenuBeside
        side="top"
        button={(trigger) => (
          <IconButton label={t('More ways to send')} {...trigger}>
            <EllipsisVertical {...ICON} />
          </IconButton>
        )}
      >
        {may(Permission.SEND_POLLS) && (
          <DropdownMenu.Item className={menu.item} onSelect={() => setOpen('poll')}>
            {t('Create poll')}
          </DropdownMenu.Item>
        )}
        <DropdownMenu.Item className={menu.item} disabled={!onSendQuietly} onSelect={() => onSendQuietly?.()}>
          {t('Send without notification')}
        </DropdownMenu.Item>
      </MenuBeside>
      <Suspense>
        {open === 'poll' && (
          <NewPoll
            guildId={channel.guild_id}
            onCreate={(poll) => {
              onSend({ poll })
              close()
            }}
            onClose={close}
          />
        )}
        {open === 'recorder' && (
          <Recorder
            onRecorded={(recording) => {
              onSend({ recording })
              close()
            }}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  )
}
