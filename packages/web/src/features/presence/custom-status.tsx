import { SmilePlus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { ComponentEmoji } from '../../domain/emoji/component-emoji.tsx'
import { EmojiPicker } from '../../domain/emoji/emoji-picker.tsx'
import type { CustomStatus } from '../../gateway/own-presence.ts'
import { useClient } from '../../gateway/react.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Dialog, DialogButtons } from '../../ui/dialog.tsx'
import { ErrorText, SelectField, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import styles from './custom-status.module.css'

const TEXT_MAX = 128
const HOUR_MS = 3_600_000
const ENDS = [
  ['half-hour', '30 minutes'],
  ['hour', '1 hour'],
  ['four-hours', '4 hours'],
  ['today', 'Today'],
  ['never', 'Do not clear'],
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
  const [emoji, setEmoji] = useState<CustomStatus['emoji']>(custom?.emoji ?? null)
  const [fault, setFault] = useState<string | null>(null)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const text = String(data.get('text')).trim()
    if (text === '' && !emoji) return setFault('Write a text or choose an emoji.')
    const until = endOf(String(data.get('end')), Date.now())
    client.setPresence({ ...client.presence.getState(), custom: { text, emoji, until } })
    onClose()
  }

  return (
    <Dialog title="Custom status" onClose={onClose} holdsText>
      <form className={form.form} onSubmit={submit}>
        <div className={styles.row}>
          <EmojiPicker onPick={({ id, name, animated }) => setEmoji(id ? { id, name, animated } : { name })}>
            <IconButton label="Emoji of the status">
              {emoji ? (
                <ComponentEmoji emoji={emoji} decorative />
              ) : (
                <SmilePlus size={20} strokeWidth={1.5} aria-hidden />
              )}
            </IconButton>
          </EmojiPicker>
          <div className={styles.text}>
            <TextField
              label="Status"
              name="text"
              defaultValue={custom?.text ?? ''}
              maxLength={TEXT_MAX}
              autoFocus
              autoComplete="off"
            />
          </div>
        </div>
        {emoji && (
          <div>
            <Button size="small" onClick={() => setEmoji(null)}>
              Remove emoji
            </Button>
          </div>
        )}
        <SelectField label="Clear after" name="end" defaultValue="today">
          {ENDS.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        {fault && <ErrorText>{fault}</ErrorText>}
        <DialogButtons action="Save" onCancel={onClose} />
      </form>
    </Dialog>
  )
}
