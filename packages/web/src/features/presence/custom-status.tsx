import { SmilePlus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { ComponentEmoji } from '../../domain/emoji/component-emoji.tsx'
import { EmojiPicker } from '../../domain/emoji/emoji-picker.tsx'
import type { CustomStatus } from '../../gateway/own-presence.ts'
import { useClient } from '../../gateway/react.tsx'
import { msg, t } from '../../lib/language/text.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { trimmed } from '../../ui/changes.ts'
import { Dialog, DialogButtons } from '../../ui/dialog.tsx'
import { ErrorText, SelectField, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { useChanges } from '../../ui/use-changes.ts'
import styles from './custom-status.module.css'

const TEXT_MAX = 128
const HOUR_MS = 3_600_000
const ENDS = [
  ['half-hour', msg('30 minutes')],
  ['hour', msg('1 hour')],
  ['four-hours', msg('4 hours')],
  ['today', msg('Today')],
  ['never', msg('Do not clear')],
] as const

/** Returns the time in milliseconds at which a custom status ends; null for none. */
function endOf(choice: string, now: number): number | null {
  if (choice === 'half-hour') return now + HOUR_MS / 2
  if (choice === 'hour') return now + HOUR_MS
  if (choice === 'four-hours') return now + 4 * HOUR_MS
  return choice === 'today' ? new Date(now).setHours(24, 0, 0, 0) : null
}

/** A dialog with the person's custom status: text, emoji and when it ends. */
export default function CustomStatusDialog({ onClose }: { onClose: () => void }) {
  const client = useClient()
  const { custom } = client.presence.getState()
  const changes = useChanges<{ text: string; emoji: CustomStatus['emoji']; end: string }>(
    { text: custom?.text ?? '', emoji: custom?.emoji ?? null, end: 'today' },
    { isNew: true },
  )
  const { emoji } = changes.values
  const setEmoji = (emoji: CustomStatus['emoji']) => changes.set({ emoji })
  const [fault, setFault] = useState<string | null>(null)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const { text, end } = trimmed(changes.values)
    if (text === '' && !emoji) return setFault(t('Write a text or choose an emoji.'))
    const until = endOf(end, Date.now())
    client.setPresence({ ...client.presence.getState(), custom: { text, emoji, until } })
    onClose()
  }

  return (
    <Dialog title={t('Custom status')} onClose={onClose} holdsText>
      <form className={form.form} onSubmit={submit}>
        <div className={styles.row}>
          <EmojiPicker onPick={({ id, name, animated }) => setEmoji(id ? { id, name, animated } : { name })}>
            <IconButton label={t('Emoji of the status')}>
              {emoji ? <ComponentEmoji emoji={emoji} decorative /> : <SmilePlus size={20} aria-hidden />}
            </IconButton>
          </EmojiPicker>
          <div className={styles.text}>
            <TextField
              label={t('Status')}
              {...changes.text('text')}
              maxLength={TEXT_MAX}
              autoFocus
              autoComplete="off"
            />
          </div>
        </div>
        {emoji && (
          <div>
            <Button size="small" onClick={() => setEmoji(null)}>
              {t('Remove emoji')}
            </Button>
          </div>
        )}
        <SelectField label={t('Clear after')} {...changes.text('end')}>
          {ENDS.map(([value, label]) => (
            <option key={value} value={value}>
              {t(label)}
            </option>
          ))}
        </SelectField>
        {fault && <ErrorText>{fault}</ErrorText>}
        <DialogButtons action={t('Save')} onCancel={onClose} changes={changes} />
      </form>
    </Dialog>
  )
}
