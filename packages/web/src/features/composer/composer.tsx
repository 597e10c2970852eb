import { isDm, isThread, maySend } from '@guildhall/client/questions'
import type { ChannelObject } from '@guildhall/protocol'
import { useRef } from 'react'
import { FilesToSend } from '../../domain/messages/files-to-send.tsx'
import { insertAtCaret } from '../../domain/messages/format.ts'
import { BOX_ID } from '../../domain/places/landmarks.ts'
import { useClientState } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { refusalText } from '../../lib/refusal-words.ts'
import { ErrorText } from '../../ui/field.tsx'
import styles from './composer.module.css'
import { ComposerTools } from './composer-tools.tsx'
import { ReplyingTo } from './replying-to.tsx'
import { UploadButton } from './upload-button.tsx'
import { useComposer } from './use-composer.ts'
import { useFileDrop } from './use-file-drop.ts'
import { useGrowing } from './use-growing.ts'

/** Characters before the limit at which the rest is counted. */
const COUNTED = 200

/** The message box of a channel with its files and reply. */
export function Composer(props: { channel: ChannelObject; label: string; permissions: bigint }) {
  const { channel, label, permissions } = props
  const refusal = useClientState((state) => refusalText(maySend(state, channel)))
  if (refusal !== null) return <p className={styles.refused}>{refusal}</p>
  const sign = isDm(channel) ? '' : '#'
  const name = t('Message {place}', { place: `${isThread(channel) ? '#' : sign}${label}` })
  return <MessageBox channel={channel} name={name} permissions={permissions} />
}

function MessageBox(props: { channel: ChannelObject; name: string; permissions: bigint }) {
  const { channel, name, permissions } = props
  const box = useRef<HTMLTextAreaElement>(null)
  const card = useRef<HTMLElement>(null)
  const composer = useComposer({ channel, permissions, box, card })
  const { text, left, chosen, mayUpload, assistance } = composer
  const held = useFileDrop(card, (files) => mayUpload && chosen.add(files))
  useGrowing(box, text)
  return (
    <section ref={card} className={styles.composer} aria-label={t('Your message')} data-held={held || undefined}>
      {held && (
        <p className={styles.drop}>{mayUpload ? t('Drop files to add them') : t('You may not send files here')}</p>
      )}
      {composer.reply && <ReplyingTo channelId={channel.id} />}
      <FilesToSend files={chosen.files} onChange={chosen.change} />
      {chosen.refusal && (
        <div className={styles.fault}>
          <ErrorText>{chosen.refusal}</ErrorText>
        </div>
      )}
      {assistance.suggestions}
      {assistance.form}
      <div className={styles.row} hidden={assistance.form !== null}>
        {mayUpload && <UploadButton onFiles={chosen.add} />}
        <textarea
          ref={box}
          id={BOX_ID}
          className={styles.box}
          aria-label={name}
          placeholder={name}
          rows={1}
          value={text}
          aria-invalid={left < 0 || undefined}
          {...assistance.boxProps}
          onChange={({ target }) => composer.change(target.value)}
          onKeyDown={composer.onKeyDown}
          onPaste={composer.onPaste}
        />
        <Left count={left} />
        <ComposerTools
          channel={channel}
          permissions={permissions}
          onEmoji={(emoji) => box.current && insertAtCaret(box.current, emoji)}
          onSend={composer.send}
          onSendQuietly={composer.isEmpty ? undefined : () => composer.sendText(true)}
          onDone={() => box.current?.focus()}
        />
      </div>
    </section>
  )
}

/** Characters that are left near the limit. */
function Left({ count }: { count: number }) {
  if (count > COUNTED) return null
  return (
    <span className={styles.count} data-over={count < 0 || undefined} role={count < 0 ? 'alert' : undefined}>
      {count < 0 ? t('{count} too many', { count: -count }) : count}
    </span>
  )
}
