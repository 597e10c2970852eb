import { POLL_ANSWER_MAX, POLL_ANSWERS_MAX, POLL_QUESTION_MAX } from '@guildhall/protocol'
import { Plus, SmilePlus, X } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { ComponentEmoji } from '../../../domain/emoji/component-emoji.tsx'
import { EmojiPicker } from '../../../domain/emoji/emoji-picker.tsx'
import type { Emoji } from '../../../domain/emoji/search.ts'
import type { PollDraft } from '../../../domain/messages/message-request.ts'
import { type Message, msg, t } from '../../../lib/language/text.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Dialog, DialogButtons } from '../../../ui/dialog.tsx'
import field from '../../../ui/field.module.css'
import { ErrorText, SelectField, SwitchField, TextField } from '../../../ui/field.tsx'
import form from '../../../ui/form.module.css'
import styles from './new-poll.module.css'

interface Answer {
  readonly key: number
  readonly text: string
  readonly emoji: Emoji | null
}

const DURATIONS: readonly { hours: number; label: Message }[] = [
  { hours: 1, label: msg('1 hour') },
  { hours: 4, label: msg('4 hours') },
  { hours: 8, label: msg('8 hours') },
  { hours: 24, label: msg('1 day') },
  { hours: 72, label: msg('3 days') },
  { hours: 168, label: msg('1 week') },
  { hours: 336, label: msg('2 weeks') },
  { hours: 768, label: msg('32 days') },
]
const DAY = 24

const ICON = { size: 16, 'aria-hidden': true } as const

/** A dialog that makes a poll. */
export default function NewPoll(props: {
  guildId: string | undefined
  onCreate: (poll: PollDraft) => void
  onClose: () => void
}) {
  const { guildId, onCreate, onClose } = props
  const nextKey = useRef(2)
  const [answers, setAnswers] = useState<readonly Answer[]>([0, 1].map((key) => ({ key, text: '', emoji: null })))
  const [fault, setFault] = useState<string | null>(null)
  const change = (key: number, changed: Partial<Answer>) =>
    setAnswers(answers.map((answer) => (answer.key === key ? { ...answer, ...changed } : answer)))

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const question = String(data.get('question')).trim()
    const written = answers.filter(({ text }) => text.trim() !== '')
    if (question === '') return setFault(t('A poll needs a question.'))
    if (written.length === 0) return setFault(t('A poll needs at least one answer.'))
    onCreate({
      question,
      answers: written.map(({ text, emoji }) => ({ text: text.trim(), emoji: emoji && pollEmoji(emoji) })),
      duration: Number(data.get('duration')),
      multiple: data.has('multiple'),
    })
  }

  return (
    <Dialog title={t('Create poll')} onClose={onClose} width="medium" holdsText>
      <form className={form.form} onSubmit={submit}>
        <TextField label={t('Question')} name="question" maxLength={POLL_QUESTION_MAX} autoFocus autoComplete="off" />
        <fieldset className={form.choices}>
          <legend className={form.legend}>{t('Answers')}</legend>
          {answers.map(({ key, text, emoji }, index) => (
            <div key={key} className={styles.answer}>
              <EmojiPicker guildId={guildId} onPick={(picked) => change(key, { emoji: picked })}>
                <IconButton label={t('Emoji of answer {number}', { number: index + 1 })}>
                  {emoji ? <ComponentEmoji emoji={emoji} decorative /> : <SmilePlus {...ICON} />}
                </IconButton>
              </EmojiPicker>
              <input
                type="text"
                className={field.input}
                aria-label={t('Answer {number}', { number: index + 1 })}
                placeholder={t('Answer {number}', { number: index + 1 })}
                value={text}
                maxLength={POLL_ANSWER_MAX}
                autoComplete="off"
                onChange={({ target }) => change(key, { text: target.value })}
              />
              {answers.length > 1 && (
                <IconButton
                  label={t('Remove answer {number}', { number: index + 1 })}
                  onClick={() => setAnswers(answers.filter((answer) => answer.key !== key))}
                >
                  <X {...ICON} />
                </IconButton>
              )}
            </div>
          ))}
          {answers.length < POLL_ANSWERS_MAX && (
            <div>
              <Button
                size="small"
                onClick={() => {
                  setAnswers([...answers, { key: nextKey.current, text: '', emoji: null }])
                  nextKey.current += 1
                }}
              >
                <Plus {...ICON} />
                {t('Add answer')}
              </Button>
            </div>
          )}
        </fieldset>
        <SelectField label={t('Duration')} name="duration" defaultValue={DAY}>
          {DURATIONS.map(({ hours, label }) => (
            <option key={hours} value={hours}>
              {t(label)}
            </option>
          ))}
        </SelectField>
        <SwitchField label={t('Allow several answers')} name="multiple" />
        {fault && <ErrorText>{fault}</ErrorText>}
        <DialogButtons action={t('Post')} onCancel={onClose} />
      </form>
    </Dialog>
  )
}

function pollEmoji({ id, name }: Emoji): { id?: string; name: string } {
  return id ? { id, name } : { name }
}
