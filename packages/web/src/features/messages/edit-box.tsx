import type { ShownMessage } from '@guildhall/client/records'
import { type KeyboardEvent, useState } from 'react'
import { messageOf } from '../../api/client.ts'
import { formatOnKey } from '../../domain/messages/format.ts'
import { fromMarkup, namesIn, toMarkup } from '../../domain/messages/markup.ts'
import { useClient } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/field.tsx'
import styles from './edit-box.module.css'

/** The content of an own message while it is edited. Enter saves, Escape leaves it as it was. */
export function EditBox({ message, onDone }: { message: ShownMessage; onDone: () => void }) {
  const client = useClient()
  const [text, setText] = useState(() => fromMarkup(message.content, namesIn(client.state, message.channel_id)))
  const [error, setError] = useState<string | null>(null)

  async function save() {
    const content = toMarkup(text, namesIn(client.state, message.channel_id))
    if (content === message.content) return onDone()
    try {
      const saved = await client.api.call('update_message', {
        params: { channel_id: message.channel_id, message_id: message.id },
        body: { content },
      })
      client.apply('MESSAGE_UPDATE', saved)
      onDone()
    } catch (failure) {
      setError(messageOf(failure))
    }
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.nativeEvent.isComposing || formatOnKey(event)) return
    if (event.key === 'Escape') {
      event.preventDefault()
      onDone()
    }
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      void save()
    }
  }

  return (
    <div className={styles.box}>
      <textarea
        aria-label={t('Edit message')}
        className={styles.text}
        value={text}
        rows={Math.min(10, text.split('\n').length)}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={onKeyDown}
        autoFocus
        onFocus={({ target }) => target.setSelectionRange(text.length, text.length)}
      />
      {error && <ErrorText>{error}</ErrorText>}
      <div className={styles.actions}>
        <Button size="small" look="primary" onClick={() => void save()}>
          {t('Save')}
        </Button>
        <Button size="small" onClick={onDone}>
          {t('Cancel')}
        </Button>
      </div>
    </div>
  )
}
